/** A town on the map; degrees north and east. */
export interface Town {
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** The state or region, where results name it. */
  region?: string;
  latitude: number;
  longitude: number;
}

/** The capital of every ISO 3166-1 country, or where its people live: code, name, degrees north, degrees east. */
const rows = `
AD,Andorra la Vella,42.51,1.52;AE,Abu Dhabi,24.45,54.38;AF,Kabul,34.53,69.17;AG,Saint John's,17.12,-61.85
AI,The Valley,18.22,-63.06;AL,Tirana,41.33,19.82;AM,Yerevan,40.18,44.51;AO,Luanda,-8.84,13.23
AQ,McMurdo Station,-77.85,166.67;AR,Buenos Aires,-34.6,-58.38;AS,Pago Pago,-14.28,-170.7;AT,Vienna,48.21,16.37
AU,Canberra,-35.28,149.13;AW,Oranjestad,12.52,-70.03;AX,Mariehamn,60.1,19.94;AZ,Baku,40.41,49.87
BA,Sarajevo,43.86,18.41;BB,Bridgetown,13.1,-59.62;BD,Dhaka,23.81,90.41;BE,Brussels,50.85,4.35
BF,Ouagadougou,12.37,-1.52;BG,Sofia,42.7,23.32;BH,Manama,26.23,50.59;BI,Gitega,-3.43,29.93
BJ,Porto-Novo,6.5,2.6;BL,Gustavia,17.9,-62.85;BM,Hamilton,32.29,-64.78;BN,Bandar Seri Begawan,4.9,114.94
BO,Sucre,-19.04,-65.26;BQ,Kralendijk,12.15,-68.27;BR,Brasília,-15.79,-47.88;BS,Nassau,25.05,-77.35
BT,Thimphu,27.47,89.64;BV,Bouvet Island,-54.42,3.36;BW,Gaborone,-24.65,25.91;BY,Minsk,53.9,27.57
BZ,Belmopan,17.25,-88.77;CA,Ottawa,45.42,-75.7;CC,West Island,-12.19,96.83;CD,Kinshasa,-4.32,15.31
CF,Bangui,4.39,18.56;CG,Brazzaville,-4.27,15.28;CH,Bern,46.95,7.45;CI,Yamoussoukro,6.82,-5.28
CK,Avarua,-21.21,-159.78;CL,Santiago,-33.45,-70.67;CM,Yaoundé,3.87,11.52;CN,Beijing,39.9,116.41
CO,Bogotá,4.71,-74.07;CR,San José,9.93,-84.08;CU,Havana,23.11,-82.37;CV,Praia,14.93,-23.51
CW,Willemstad,12.11,-68.93;CX,Flying Fish Cove,-10.42,105.68;CY,Nicosia,35.19,33.38;CZ,Prague,50.08,14.44
DE,Berlin,52.52,13.4;DJ,Djibouti City,11.59,43.15;DK,Copenhagen,55.68,12.57;DM,Roseau,15.3,-61.39
DO,Santo Domingo,18.49,-69.93;DZ,Algiers,36.75,3.06;EC,Quito,-0.18,-78.47;EE,Tallinn,59.44,24.75
EG,Cairo,30.04,31.24;EH,Laayoune,27.15,-13.2;ER,Asmara,15.34,38.93;ES,Madrid,40.42,-3.7
ET,Addis Ababa,9.03,38.74;FI,Helsinki,60.17,24.94;FJ,Suva,-18.14,178.44;FK,Port Stanley,-51.7,-57.85
FM,Palikir,6.92,158.16;FO,Tórshavn,62.01,-6.77;FR,Paris,48.86,2.35;GA,Libreville,0.42,9.47
GB,London,51.51,-0.13;GD,St George's,12.05,-61.75;GE,Tbilisi,41.72,44.83;GF,Cayenne,4.92,-52.31
GG,St Peter Port,49.46,-2.54;GH,Accra,5.6,-0.19;GI,Gibraltar Town,36.14,-5.35;GL,Nuuk,64.18,-51.72
GM,Banjul,13.45,-16.58;GN,Conakry,9.64,-13.58;GP,Basse-Terre,16,-61.73;GQ,Malabo,3.75,8.78
GR,Athens,37.98,23.73;GS,King Edward Point,-54.28,-36.49;GT,Guatemala City,14.63,-90.51;GU,Hagåtña,13.48,144.75
GW,Bissau,11.86,-15.6;GY,Georgetown,6.8,-58.16;HK,Central Hong Kong,22.28,114.16;HM,Heard Island,-53.1,73.5
HN,Tegucigalpa,14.07,-87.19;HR,Zagreb,45.81,15.98;HT,Port-au-Prince,18.54,-72.34;HU,Budapest,47.5,19.04
ID,Jakarta,-6.21,106.85;IE,Dublin,53.35,-6.26;IL,Jerusalem,31.77,35.21;IM,Douglas,54.15,-4.48
IN,New Delhi,28.61,77.21;IO,Diego Garcia,-7.31,72.41;IQ,Baghdad,33.31,44.36;IR,Tehran,35.69,51.39
IS,Reykjavík,64.15,-21.94;IT,Rome,41.9,12.5;JE,Saint Helier,49.19,-2.1;JM,Kingston,17.97,-76.79
JO,Amman,31.95,35.93;JP,Tokyo,35.68,139.69;KE,Nairobi,-1.29,36.82;KG,Bishkek,42.87,74.59
KH,Phnom Penh,11.56,104.92;KI,South Tarawa,1.33,172.98;KM,Moroni,-11.7,43.25;KN,Basseterre,17.3,-62.72
KP,Pyongyang,39.04,125.76;KR,Seoul,37.57,126.98;KW,Kuwait City,29.38,47.99;KY,George Town,19.29,-81.37
KZ,Astana,51.17,71.43;LA,Vientiane,17.98,102.63;LB,Beirut,33.89,35.5;LC,Castries,14.01,-60.99
LI,Vaduz,47.14,9.52;LK,Colombo,6.93,79.86;LR,Monrovia,6.3,-10.8;LS,Maseru,-29.31,27.48
LT,Vilnius,54.69,25.28;LU,Luxembourg City,49.61,6.13;LV,Riga,56.95,24.11;LY,Tripoli,32.89,13.19
MA,Rabat,34.02,-6.84;MC,Monte Carlo,43.74,7.43;MD,Chișinău,47.01,28.86;ME,Podgorica,42.44,19.26
MF,Marigot,18.07,-63.08;MG,Antananarivo,-18.88,47.51;MH,Majuro,7.09,171.38;MK,Skopje,42,21.43
ML,Bamako,12.64,-8;MM,Naypyidaw,19.76,96.08;MN,Ulaanbaatar,47.89,106.91;MO,Macau Peninsula,22.2,113.55
MP,Saipan,15.19,145.75;MQ,Fort-de-France,14.6,-61.07;MR,Nouakchott,18.08,-15.98;MS,Brades,16.79,-62.21
MT,Valletta,35.9,14.51;MU,Port Louis,-20.16,57.5;MV,Malé,4.18,73.51;MW,Lilongwe,-13.96,33.77
MX,Mexico City,19.43,-99.13;MY,Kuala Lumpur,3.14,101.69;MZ,Maputo,-25.97,32.57;NA,Windhoek,-22.56,17.07
NC,Nouméa,-22.26,166.45;NE,Niamey,13.51,2.11;NF,Kingston Norfolk,-29.06,167.96;NG,Abuja,9.08,7.4
NI,Managua,12.11,-86.24;NL,Amsterdam,52.37,4.9;NO,Oslo,59.91,10.75;NP,Kathmandu,27.72,85.32
NR,Yaren,-0.55,166.92;NU,Alofi,-19.06,-169.92;NZ,Wellington,-41.29,174.78;OM,Muscat,23.59,58.41
PA,Panama City,8.98,-79.52;PE,Lima,-12.05,-77.04;PF,Papeete,-17.54,-149.57;PG,Port Moresby,-9.44,147.18
PH,Manila,14.6,120.98;PK,Islamabad,33.68,73.05;PL,Warsaw,52.23,21.01;PM,Saint-Pierre,46.78,-56.18
PN,Adamstown,-25.07,-130.1;PR,San Juan,18.47,-66.11;PS,Ramallah,31.9,35.2;PT,Lisbon,38.72,-9.14
PW,Ngerulmud,7.5,134.62;PY,Asunción,-25.26,-57.58;QA,Doha,25.29,51.53;RE,Saint-Denis,-20.88,55.45
RO,Bucharest,44.43,26.1;RS,Belgrade,44.79,20.45;RU,Moscow,55.76,37.62;RW,Kigali,-1.94,30.06
SA,Riyadh,24.71,46.68;SB,Honiara,-9.43,159.95;SC,Victoria,-4.62,55.45;SD,Khartoum,15.5,32.56
SE,Stockholm,59.33,18.07;SG,Singapore,1.35,103.82;SH,Jamestown,-15.92,-5.72;SI,Ljubljana,46.06,14.51
SJ,Longyearbyen,78.22,15.64;SK,Bratislava,48.15,17.11;SL,Freetown,8.47,-13.23;SM,City of San Marino,43.94,12.45
SN,Dakar,14.72,-17.47;SO,Mogadishu,2.05,45.32;SR,Paramaribo,5.85,-55.2;SS,Juba,4.86,31.57
ST,São Tomé,0.34,6.73;SV,San Salvador,13.69,-89.22;SX,Philipsburg,18.03,-63.05;SY,Damascus,33.51,36.28
SZ,Mbabane,-26.31,31.14;TC,Cockburn Town,21.46,-71.14;TD,N'Djamena,12.13,15.06;TF,Port-aux-Français,-49.35,70.22
TG,Lomé,6.13,1.22;TH,Bangkok,13.76,100.5;TJ,Dushanbe,38.56,68.79;TK,Fakaofo,-9.38,-171.22
TL,Dili,-8.56,125.57;TM,Ashgabat,37.96,58.33;TN,Tunis,36.81,10.18;TO,Nuku'alofa,-21.14,-175.2
TR,Ankara,39.93,32.86;TT,Port of Spain,10.65,-61.52;TV,Funafuti,-8.52,179.19;TW,Taipei,25.03,121.57
TZ,Dodoma,-6.16,35.75;UA,Kyiv,50.45,30.52;UG,Kampala,0.35,32.58;UM,Wake Island,19.28,166.65
US,Washington,38.91,-77.04,District of Columbia;UY,Montevideo,-34.9,-56.16;UZ,Tashkent,41.3,69.24;VA,Vatican City,41.9,12.45
VC,Kingstown,13.16,-61.22;VE,Caracas,10.48,-66.9;VG,Road Town,18.43,-64.62;VI,Charlotte Amalie,18.34,-64.93
VN,Hanoi,21.03,105.85;VU,Port Vila,-17.73,168.33;WF,Mata-Utu,-13.28,-176.17;WS,Apia,-13.85,-171.75
YE,Sanaa,15.37,44.19;YT,Mamoudzou,-12.78,45.23;ZA,Pretoria,-25.75,28.19;ZM,Lusaka,-15.39,28.32
ZW,Harare,-17.83,31.05`;

/** Reads rows of `code,name,north,east`, apart by semicolons or lines. */
export function readTowns(table: string): Town[] {
  return table
    .trim()
    .split(/[;\n]/)
    .map((row) => {
      const [country = '', name = '', latitude = '', longitude = '', region] = row.split(',');
      return {
        name,
        country,
        latitude: Number(latitude),
        longitude: Number(longitude),
        ...(region === undefined ? {} : { region }),
      };
    });
}

export const capitals: readonly Town[] = readTowns(rows);

import { capitals, readTowns, type Town } from '#lib/sandbox/geography/capitals';

/** The town that stands for each US state: the largest, or the best known. */
const stateRows = `
US,Birmingham,33.52,-86.8,Alabama;US,Anchorage,61.22,-149.9,Alaska;US,Phoenix,33.45,-112.07,Arizona
US,Little Rock,34.75,-92.29,Arkansas;US,Los Angeles,34.05,-118.24,California;US,Denver,39.74,-104.99,Colorado
US,Hartford,41.77,-72.67,Connecticut;US,Wilmington,39.75,-75.55,Delaware;US,Miami,25.76,-80.19,Florida
US,Washington,38.91,-77.04,District of Columbia;US,Atlanta,33.75,-84.39,Georgia;US,Honolulu,21.31,-157.86,Hawaii
US,Boise,43.62,-116.2,Idaho;US,Chicago,41.88,-87.63,Illinois;US,Indianapolis,39.77,-86.16,Indiana
US,Des Moines,41.59,-93.62,Iowa;US,Wichita,37.69,-97.34,Kansas;US,Louisville,38.25,-85.76,Kentucky
US,New Orleans,29.95,-90.07,Louisiana;US,Portland,43.66,-70.26,Maine;US,Baltimore,39.29,-76.61,Maryland
US,Boston,42.36,-71.06,Massachusetts;US,Detroit,42.33,-83.05,Michigan;US,Minneapolis,44.98,-93.27,Minnesota
US,Jackson,32.3,-90.18,Mississippi;US,Kansas City,39.1,-94.58,Missouri;US,Billings,45.78,-108.5,Montana
US,Omaha,41.26,-95.93,Nebraska;US,Las Vegas,36.17,-115.14,Nevada;US,Manchester,42.99,-71.46,New Hampshire
US,Newark,40.74,-74.17,New Jersey;US,Albuquerque,35.08,-106.65,New Mexico;US,New York,40.71,-74.01,New York
US,Charlotte,35.23,-80.84,North Carolina;US,Fargo,46.88,-96.79,North Dakota;US,Columbus,39.96,-83,Ohio
US,Oklahoma City,35.47,-97.52,Oklahoma;US,Portland,45.52,-122.68,Oregon;US,Philadelphia,39.95,-75.17,Pennsylvania
US,Providence,41.82,-71.41,Rhode Island;US,Charleston,32.78,-79.93,South Carolina;US,Sioux Falls,43.55,-96.73,South Dakota
US,Nashville,36.16,-86.78,Tennessee;US,Houston,29.76,-95.37,Texas;US,Salt Lake City,40.76,-111.89,Utah
US,Burlington,44.48,-73.21,Vermont;US,Virginia Beach,36.85,-75.98,Virginia;US,Seattle,47.61,-122.33,Washington
US,Charleston,38.35,-81.63,West Virginia;US,Milwaukee,43.04,-87.91,Wisconsin;US,Cheyenne,41.14,-104.82,Wyoming`;

/** Further towns people ask about. */
const rows = `
US,San Francisco,37.77,-122.42,California;US,San Diego,32.72,-117.16,California;US,Austin,30.27,-97.74,Texas
US,Dallas,32.78,-96.8,Texas;US,San Antonio,29.42,-98.49,Texas;US,Orlando,28.54,-81.38,Florida
US,Portland,45.52,-122.68,Oregon;US,Brooklyn,40.68,-73.94,New York;CA,Toronto,43.65,-79.38,Ontario
CA,Vancouver,49.28,-123.12,British Columbia;CA,Montreal,45.5,-73.57,Quebec;CA,Calgary,51.05,-114.07,Alberta
GB,Manchester,53.48,-2.24,England;GB,Edinburgh,55.95,-3.19,Scotland;GB,Glasgow,55.86,-4.25,Scotland
GB,Bristol,51.45,-2.59,England;GB,Leeds,53.8,-1.55,England;GB,Liverpool,53.41,-2.98,England;GB,Cardiff,51.48,-3.18,Wales
DE,Munich,48.14,11.58,Bavaria;DE,München,48.14,11.58,Bayern;DE,Hamburg,53.55,9.99,Hamburg;DE,Cologne,50.94,6.96,North Rhine-Westphalia
DE,Köln,50.94,6.96,Nordrhein-Westfalen;DE,Frankfurt,50.11,8.68,Hesse;DE,Leipzig,51.34,12.37,Saxony
FR,Lyon,45.76,4.84,Auvergne-Rhône-Alpes;FR,Marseille,43.3,5.37,Provence;FR,Bordeaux,44.84,-0.58,Nouvelle-Aquitaine
FR,Toulouse,43.6,1.44,Occitanie;FR,Nice,43.7,7.27,Provence;JP,Osaka,34.69,135.5,Osaka;JP,Kyoto,35.01,135.77,Kyoto
JP,Sapporo,43.06,141.35,Hokkaido;JP,東京,35.68,139.69,Tokyo;JP,大阪,34.69,135.5,Osaka;JP,京都,35.01,135.77,Kyoto
ES,Barcelona,41.39,2.17,Catalonia;ES,Valencia,39.47,-0.38,Valencia;ES,Seville,37.39,-5.98,Andalusia
IT,Milan,45.46,9.19,Lombardy;IT,Venice,45.44,12.32,Veneto;IT,Florence,43.77,11.26,Tuscany;IT,Naples,40.85,14.27,Campania
NL,Rotterdam,51.92,4.48,South Holland;CH,Zurich,47.38,8.54,Zurich;CH,Geneva,46.2,6.14,Geneva;AT,Salzburg,47.81,13.06,Salzburg
PT,Porto,41.15,-8.61,Porto;AU,Sydney,-33.87,151.21,New South Wales;AU,Melbourne,-37.81,144.96,Victoria;AU,Brisbane,-27.47,153.03,Queensland
AU,Perth,-31.95,115.86,Western Australia;NZ,Auckland,-36.85,174.76,Auckland;IN,Mumbai,19.08,72.88,Maharashtra
IN,Bangalore,12.97,77.59,Karnataka;IN,Delhi,28.61,77.21,Delhi;BR,São Paulo,-23.55,-46.63,São Paulo;BR,Rio de Janeiro,-22.91,-43.17,Rio de Janeiro
MX,Guadalajara,20.67,-103.35,Jalisco;MX,Cancún,21.16,-86.85,Quintana Roo;TR,Istanbul,41.01,28.98,Istanbul
AE,Dubai,25.2,55.27,Dubai;CN,Shanghai,31.23,121.47,Shanghai;HK,Hong Kong,22.32,114.17;ZA,Cape Town,-33.92,18.42,Western Cape
MA,Marrakesh,31.63,-8,Marrakesh-Safi;ID,Bali,-8.41,115.19,Bali;VN,Ho Chi Minh City,10.82,106.63;PE,Cusco,-13.53,-71.97,Cusco`;

export const stateTowns: readonly Town[] = readTowns(stateRows);

/** Every town the sandbox knows, the better known of two with one name first. */
export const towns: readonly Town[] = [...readTowns(rows), ...capitals, ...stateTowns];

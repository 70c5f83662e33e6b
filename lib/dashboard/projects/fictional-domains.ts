/** The sites that the sandbox's fictional market is written by, without their `.example`, which is never real. */
export const fictionalSites = {
  news: [
    'globalgazebo marketmollusc thedailypostulate prairiebugler coastalgossamer thedrizzleherald',
    'mornington-inquirer northernsprocket morgenkraehe abendziegel wirtschaftsdackel lepetitmerle',
    'lagazettedelune lecoursdescanards asagiri-shimbun tasogare-keizai mikazuki-times',
  ],
  reviews: [
    'thingsometer honestish fullyopinionated cheapandcheery dustyswitchback ridgelinereckoner',
    'counterculturecup wattsandwhimsy thesecondinbox sheepcounter gateforty bogandbracken fellandfettle',
    'kettleandlever spokeandsponge tidymargins fortywinksreview platformninebags whichoneisit',
    'stiftungpruefstein pfadfuchs geroellundgrat siebtraeumer akkuundkette randnotizen liegeprobe',
    'rollkofferblatt semellesetsommets petitnoirserre rouelibreetc lapageblanche bonnenuitmonsieur',
    'quaisetvalises soixantemillionsderien yamakaze-gear koke-no-michi kissa-kenkyu denchari-biyori',
    'fusen-techo oyasumi-lab tabijitaku kurashi-hikaku',
  ],
  forum: [
    'murmurboard askagoose porchforum blistersanonymous doubleshotden muddyparliament biscuitthread',
    'stammtischfragen tueftlerbank bavardoir comptoirdesavis shitsumon-tanuki uwasa-ita',
  ],
  social: ['chirrupo pictogabble neighborly-crow nattering zwitschergarten gazouillon hitokoto-gusa'],
  video: ['wobblecast slowzoom unboxingowl yodelreel puddlevision flimmerspatz cinetortue nemuri-doga'],
  encyclopedia: ['pretendipedia encyclopaedia-imaginaria themadeupglossary'],
  shop: [
    'everythingbarn parceltrout bigboxcoyote trailheadmercantile haberdashmart theproperoutfitter',
    'kaufhauswichtel bergladenhuber magasindutoit boutiquelenticule nandemo-ichiba yorozu-depato',
  ],
  government: [
    'bureauofproductwhimsy officeofconsumertea amtfuergrossesachen ministeredespetiteschoses',
    'mono-no-cho',
  ],
  education: [
    'instituteofordinarythings flatwateruniversity universityoflesserwold hochschulekleinwinkel',
    'universitedesbrumes kasumi-daigaku',
  ],
};

/**
 * Names of query parameters that say where a visitor comes from and never select what a page shows. Sources: the general
 * rules of the npm package `tidy-url` (MIT), which a test compares, and the documentation of the services that add them.
 */
const trackingParameter = new RegExp(
  `^(?:${[
    // Campaigns of analytics: Google and its variants, Matomo, AT Internet, Webtrekk, Adobe, comScore.
    'utm[_-].*|itm_.*|int_(?:source|medium|campaign|content|cmp_.*)',
    'mtm_.*|matomo_.*|pk_.*|piwik_.*',
    'at_(?:medium|campaign|custom\\d|recipient.*|ptr.*|link.*|format|variant|bbc_team)|xtor|xts',
    'wt_z?mc.*|wt\\.[a-z]*mc.*|s_kwcid|s_cid|ef_id|sc_cid|adobe_mc.*|ns_(?:mchannel|source|campaign|linkname|fee)',
    // Google: Analytics, Ads, Merchant Center, translation.
    '_ga|_gl|_gac|ga_.*|gad_.*|gclid|gclsrc|dclid|gbraid|wbraid|srsltid|_x_tr_.*|usqp',
    // Click identifiers of advertising and affiliate networks.
    'fbclid|fb_(?:action_ids|action_types|source|ref|comment_id)|msclkid|y[ms]?clid|_openstat|ttclid|twclid|sccid|epik',
    'li_fat_id|rdt_cid|irclickid|irgwc|cjevent|awc|ran(?:mid|eaid|siteid)|tblci|dicbo|ob_click_id|rb_clickid|wickedid',
    'hsa_.*|mkwid|pcrid|_branch_(?:match_id|referrer)|gps-id|dm_i|vgo_ee|oicd',
    // Newsletters and customer platforms.
    'mc_(?:cid|eid|tc)|_hsenc|_hsmi|__hs(?:sc|tc|fp)|hsctatracking|mkt_tok|elq|elq(?:trackid|aid|at|campaignid|track|ak)',
    'vero_(?:id|conv)|oly_(?:enc|anon)_id|_kx|_ke|__s|ml_subscriber(?:_hash)?|bsft_.*|nr_email_referer|mindbox-click-id',
    'trk_(?:contact|msg|module|sid)|_bta_(?:tid|c)|sb_referer_host|s_cm(?:p|id)',
    // Shares and references inside and between sites.
    'igsh(?:id)?|si|spm|scid|wprov|ref_(?:src|url)|soc_(?:src|trk)|__twitter_impression|guccounter|guce_referrer(?:_sig)?',
    'cmpid|ncid|mbid|ocid|icid|smtyp|smid|yptr',
  ].join('|')})$`,
  'i',
);

/** A parameter that selects the AMP form of a page. */
const ampParameter =
  /^(?:_?amp(?:_(?:js_v|gsa|markup))?(?:=(?:1|true|yes)?)?|amp_js_v=.*|output(?:type)?=amp)$/i;

/** Parameters that chat assistants add to the links of their answers. */
const assistantParameter =
  /^(?:ref|referrer|source|src|from)=(?:chat[-_]?gpt|openai|perplexity|gemini|copilot|claude)(?:[._-](?:com|ai|google|microsoft))?$/i;

/**
 * Returns whether a parameter of a query, such as `utm_source=x`, never selects what a page shows.
 * @param pair with its percent-encoding normalized
 */
export function isTrackingParameter(pair: string): boolean {
  return (
    trackingParameter.test(pair.split('=', 1)[0] ?? '') ||
    ampParameter.test(pair) ||
    assistantParameter.test(pair)
  );
}

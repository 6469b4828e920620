const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Elements that show content. Each other element is replaced by its content. */
export const shownElements = words(`
  p div span center font h1 h2 h3 h4 h5 h6 br hr a img blockquote pre address
  b i u s em strong strike sub sup small big tt code kbd samp var cite q abbr acronym dfn ins del mark bdi bdo nobr wbr
  ul ol li dl dt dd menu dir table caption colgroup col thead tbody tfoot tr th td
  section header footer article aside nav main figure figcaption details summary fieldset legend label time ruby rb rt rp`);

/** Elements whose content has no markup and is not shown. */
export const hiddenElements = words('script iframe noembed noframes xmp title');

/** Attributes whose values are neither addresses nor code. */
export const shownAttributes = words(`
  id class lang dir title alt align valign width height border hspace vspace clear
  bgcolor color face size compact start type value reversed open
  colspan rowspan span cellpadding cellspacing rules frame nowrap summary datetime`);

/** Attributes with the address of something that a browser loads, of any element. Those of links are not among them. */
export const loadedAttributes = words('src srcset background poster data lowsrc dynsrc');

/** Elements that load what `href` or `xlink:href` names. */
export const loadingElements = words('link image use feimage');

/** Addresses to which links may lead. */
export const linkPattern = /^(?:https?:\/\/|mailto:|tel:)/i;

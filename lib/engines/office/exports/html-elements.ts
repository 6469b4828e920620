const words = (text: string): string[] => text.trim().split(/\s+/);

/** Elements that show content. Each other element is replaced by its content. */
export const shownElements: ReadonlySet<string> = new Set(
  words(`
    html head title meta style body
    p div span center font h1 h2 h3 h4 h5 h6 br hr a img map area blockquote pre address
    b i u s em strong strike sub sup small big tt code cite q abbr ins del nobr wbr ruby rb rt rp
    ul ol li dl dt dd menu dir table caption colgroup col thead tbody tfoot tr th td comment
    section header footer article figure figcaption
    form input select option optgroup textarea button label fieldset legend`),
);

/** Those of them that have no content. */
export const voidElements: ReadonlySet<string> = new Set(words('meta br hr img area wbr col input'));

/** Attributes whose values are neither addresses nor code. */
export const shownAttributes: ReadonlySet<string> = new Set(
  words(`
    id name class lang dir title alt align valign width height border hspace vspace clear
    bgcolor color face size text link vlink alink noshade compact start type value
    colspan rowspan span cellpadding cellspacing rules frame nowrap summary sdval sdnum shape coords
    checked selected disabled multiple readonly maxlength rows cols label for`),
);

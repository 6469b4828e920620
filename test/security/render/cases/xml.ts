import { inside, publicUrl } from '../addresses.ts';
import { type AttackFamily, svg, visit } from '../attack.ts';

/** A document of another type than HTML on the public site, asked for itself. */
const document = (name: string, type: string, body: string, site = {}) =>
  visit(name, publicUrl(`${name}/`), {
    site: { '': { headers: { 'content-type': type }, body }, ...site },
  });

const doctype = (name: string, system: string): string =>
  `<?xml version="1.0"?><!DOCTYPE ${name} [<!ENTITY e SYSTEM "${system}"><!ENTITY % p SYSTEM "${system}"> %p;]>`;

export const xmlFamily: AttackFamily = {
  family: 'XML',
  attacks: [
    document(
      'xml-entity',
      'application/xhtml+xml',
      `${doctype('html', inside('entity.txt'))}<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Own text &e;</p></body></html>`,
    ),
    document(
      'xml-dtd',
      'application/xhtml+xml',
      `<!DOCTYPE html SYSTEM "${inside('html.dtd')}"><html xmlns="http://www.w3.org/1999/xhtml"><body><p>Own text</p></body></html>`,
    ),
    document(
      'xml-style-sheet',
      'text/xml',
      `<?xml-stylesheet href="${inside('sheet.css')}" type="text/css"?><r>Own text</r>`,
    ),
    document(
      'xslt',
      'text/xml',
      `<?xml-stylesheet href="${inside('sheet.xml')}" type="text/xsl"?><r>Own text</r>`,
    ),
    document('xslt-document', 'text/xml', '<?xml-stylesheet href="t" type="text/xsl"?><r>Own text</r>', {
      t: {
        headers: { 'content-type': 'text/xsl' },
        body: `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:import href="${inside('import.xml')}"/><xsl:template match="/"><html><body><xsl:copy-of select="document('${inside('document.xml')}')"/></body></html></xsl:template></xsl:stylesheet>`,
      },
    }),
    document(
      'xinclude',
      'text/xml',
      `<r xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="${inside('include.xml')}"/></r>`,
    ),
    document(
      'svg-document',
      'image/svg+xml',
      svg(
        `<image href="${inside('document.png')}" width="50" height="50"/><use href="${inside('document.svg')}#x"/>`,
      ),
    ),
  ],
};

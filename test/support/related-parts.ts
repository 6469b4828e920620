import { unzipSync } from 'fflate';
import { partText, relationshipTypes, withParts } from './office-package.ts';

/** A part that another one of a document refers to. */
export interface RelatedPart {
  name: string;
  /** The last part of the relationship's type: `comments`. */
  relationship: string;
  contentType: string;
  xml: string;
}

/** `document` with `part`, which its part `from` refers to. */
export function withRelated(document: Buffer, from: string, part: RelatedPart): Buffer {
  const types = partText(document, '[Content_Types].xml').replace(
    '</Types>',
    `<Override PartName="/${part.name}" ContentType="${part.contentType}"/></Types>`,
  );
  const links = from.replace(/[^/]+$/, '_rels/$&.rels');
  const before =
    links in unzipSync(document)
      ? partText(document, links)
      : '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>';
  const link = `<Relationship Id="related-${part.relationship}" Type="${relationshipTypes}/${part.relationship}" Target="/${part.name}"/>`;
  return withParts(document, {
    '[Content_Types].xml': types,
    [links]: before.replace('</Relationships>', `${link}</Relationships>`),
    [part.name]: part.xml,
  });
}

import { partText, withParts } from '../support/office-package.ts';

const part = 'ppt/slides/_rels/slide1.xml.rels';

const rewritten =
  (rewrite: (xml: string) => string | Buffer) =>
  (presentation: Buffer): Buffer =>
    withParts(presentation, { [part]: rewrite(partText(presentation, part)) });

const external = /(<Relationship Id="rIdX1"[^>]*Target=")([^"]*)(" TargetMode="External"\/>)/;

/** The same relationship of a slide to something outside, written so that a careless reader overlooks it. */
export const relationshipVariants: Readonly<Record<string, (presentation: Buffer) => Buffer>> = {
  'mode-in-lower-case': rewritten((xml) => xml.replace('"External"', '"external"')),
  'character-references': rewritten((xml) =>
    xml.replace('file:', '&#x66;&#105;le:').replace('"External"', '"&#69;xternal"'),
  ),
  'single-quotes-and-lines': rewritten((xml) =>
    xml.replace(external, (element) => element.replaceAll('"', "'").replaceAll(' T', '\n\tT')),
  ),
  // In UTF-8 its second byte is that of a no-break space.
  'attribute-with-accent': rewritten((xml) =>
    xml.replace(external, (element) => element.replace(' Id', ' àb="" Id')),
  ),
  'namespace-prefix': rewritten((xml) =>
    xml
      .replace('<Relationships xmlns=', '<x:Relationships xmlns:x=')
      .replaceAll(/<(\/?)Relationship(s?)(?=[\s>])/g, '<$1x:Relationship$2')
      .replace('x:x:', 'x:'),
  ),
  'behind-a-comment': rewritten((xml) =>
    xml.replace(external, '<!-- <Relationship Id="rIdX1" Target="a" --><?p <Relationship ?>$1$2$3'),
  ),
  'utf-16': rewritten((xml) => Buffer.from(`\ufeff${xml.replace(/<\?xml[^>]*>/, '')}`, 'utf16le')),
  'utf-16-big-endian': rewritten((xml) =>
    Buffer.from(`\ufeff${xml.replace(/<\?xml[^>]*>/, '')}`, 'utf16le').swap16(),
  ),
  'percent-encoding': rewritten((xml) =>
    xml.replace(
      external,
      (_, before: string, target: string, after: string) =>
        `${before}${target.replace('secret', '%73ecret')}${after}`,
    ),
  ),
};

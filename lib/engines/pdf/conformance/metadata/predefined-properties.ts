/** The form of a property's value: a text of some kind, or an array. */
export type Form = 'text' | 'date' | 'integer' | 'boolean' | 'Alt' | 'Bag' | 'Seq' | 'dates';

/** A schema that PDF/A predefines, with its usual prefix. */
interface Schema {
  prefix: string;
  properties: Readonly<Record<string, Form>>;
}

/**
 * The schemas of XMP that need no description in PDF/A, with the properties that both versions have to which PDF/A refers
 * (XMP Specification, January 2004 for ISO 19005-1, 6.7.8; September 2005 for ISO 19005-2 and -3, 6.6.2.3.1). Properties
 * whose values are structures are left out.
 */
export const predefined: ReadonlyMap<string, Schema> = new Map<string, Schema>([
  [
    'http://purl.org/dc/elements/1.1/',
    {
      prefix: 'dc',
      properties: {
        contributor: 'Bag',
        coverage: 'text',
        creator: 'Seq',
        date: 'dates',
        description: 'Alt',
        format: 'text',
        identifier: 'text',
        language: 'Bag',
        publisher: 'Bag',
        relation: 'Bag',
        rights: 'Alt',
        source: 'text',
        subject: 'Bag',
        title: 'Alt',
        type: 'Bag',
      },
    },
  ],
  [
    'http://ns.adobe.com/xap/1.0/',
    {
      prefix: 'xmp',
      properties: {
        BaseURL: 'text',
        CreateDate: 'date',
        CreatorTool: 'text',
        Identifier: 'Bag',
        MetadataDate: 'date',
        ModifyDate: 'date',
        Nickname: 'text',
      },
    },
  ],
  [
    'http://ns.adobe.com/xap/1.0/rights/',
    {
      prefix: 'xmpRights',
      properties: {
        Certificate: 'text',
        Marked: 'boolean',
        Owner: 'Bag',
        UsageTerms: 'Alt',
        WebStatement: 'text',
      },
    },
  ],
  [
    'http://ns.adobe.com/xap/1.0/mm/',
    {
      prefix: 'xmpMM',
      properties: {
        DocumentID: 'text',
        LastURL: 'text',
        ManageTo: 'text',
        ManageUI: 'text',
        Manager: 'text',
        ManagerVariant: 'text',
        RenditionClass: 'text',
        RenditionParams: 'text',
        VersionID: 'text',
      },
    },
  ],
  ['http://ns.adobe.com/xap/1.0/t/pg/', { prefix: 'xmpTPg', properties: { NPages: 'integer' } }],
  [
    'http://ns.adobe.com/pdf/1.3/',
    { prefix: 'pdf', properties: { Keywords: 'text', PDFVersion: 'text', Producer: 'text' } },
  ],
  [
    'http://ns.adobe.com/photoshop/1.0/',
    {
      prefix: 'photoshop',
      properties: {
        AuthorsPosition: 'text',
        CaptionWriter: 'text',
        Category: 'text',
        City: 'text',
        Country: 'text',
        Credit: 'text',
        DateCreated: 'date',
        Headline: 'text',
        Instructions: 'text',
        Source: 'text',
        State: 'text',
        SupplementalCategories: 'Bag',
        TransmissionReference: 'text',
        Urgency: 'integer',
      },
    },
  ],
]);

/** Namespaces whose properties are about conformance, or describe schemas. They are written anew. */
export const ownNamespaces: ReadonlySet<string> = new Set([
  'http://www.aiim.org/pdfa/ns/id/',
  'http://www.aiim.org/pdfua/ns/id/',
  'http://www.aiim.org/pdfa/ns/extension/',
]);

/**
 * Schemas that PDF/A predefines and whose properties are not checked here: those of cameras and of editors. They are dropped,
 * because a description of a predefined schema is not allowed to change it.
 */
export const uncheckedNamespaces: ReadonlySet<string> = new Set([
  'http://ns.adobe.com/tiff/1.0/',
  'http://ns.adobe.com/exif/1.0/',
  'http://ns.adobe.com/exif/1.0/aux/',
  'http://ns.adobe.com/xmp/1.0/DynamicMedia/',
  'http://ns.adobe.com/xap/1.0/bj/',
  'http://ns.adobe.com/camera-raw-settings/1.0/',
]);

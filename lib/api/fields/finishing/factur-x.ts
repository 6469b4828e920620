/** The profiles of Factur-X 1 and ZUGFeRD 2, from the least data to the most, and XRechnung. */
export const facturXProfiles = ['minimum', 'basicwl', 'basic', 'en16931', 'extended', 'xrechnung'] as const;

export type FacturXProfile = (typeof facturXProfiles)[number];

/** The types of documents that the metadata can name. */
export const facturXDocumentTypes = ['INVOICE', 'ORDER', 'ORDER_RESPONSE', 'ORDER_CHANGE'] as const;

export type FacturXDocumentType = (typeof facturXDocumentTypes)[number];

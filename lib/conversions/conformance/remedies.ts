import { plainMessages } from '../../engines/conformance/plain-messages.ts';

const language = 'state it in metadata, such as {"Language":"de"}';

/** What a request can do about a requirement that its result does not meet, by the message of veraPDF. */
const byRule: Readonly<Record<string, string>> = {
  'Figure structure element neither has an alternate description nor a replacement text':
    'describe it in the document, or send undescribedFigures=artifact if it is decoration',
  'Natural language for text in page content cannot be determined': language,
  'Natural language in the Outline entries cannot be determined': language,
  'Natural language for document metadata cannot be determined': language,
  'Natural language in the Contents entry for annotations cannot be determined': language,
  'Natural language in the TU key for form fields cannot be determined': language,
  'Natural language for text in Alt attribute cannot be determined': language,
  'Natural language for text in ActualText attribute cannot be determined': language,
};

const remedies = new Map(Object.entries(byRule).map(([rule, remedy]) => [plainMessages[rule], remedy]));

/** What a request can do about a failure, by the message of the failure; undefined if there is nothing. */
export const remedyFor = (message: string): string | undefined => remedies.get(message);

/** The message about figures without a description. The validator does not find their pages. */
export const figureMessage =
  plainMessages['Figure structure element neither has an alternate description nor a replacement text'];

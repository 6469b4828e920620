import { stackName } from './project.ts';

/** The tables that stay when the stack is deleted, as prefixes of the names that CloudFormation generates. */
export const retainedTables = ['DataKeys', 'DataWebhookSecrets'].map((id) => `${stackName}-${id}`);

/** What `npm run destroy` prints about them. */
export const retainedTablesText = `
The tables of API keys and webhook secrets remain, with deletion protection. Their names begin with
${retainedTables.join(' and ')} (aws dynamodb list-tables).
To delete one of them permanently:

  aws dynamodb update-table --no-deletion-protection-enabled --table-name NAME
  aws dynamodb delete-table --table-name NAME
`;

if (import.meta.main) console.log(retainedTablesText);

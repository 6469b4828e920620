import { stackName } from './project.ts';

/** The tables that stay when the stack is removed, by the beginnings of the names that CloudFormation generates. */
export const retainedTables = ['DataKeys', 'DataWebhookSecrets'].map((id) => `${stackName}-${id}`);

/** What `npm run destroy` says of them. */
export const retainedTablesText = `
The stack's tables of API keys and webhook secrets stay, and are protected from deletion. Their names begin with
${retainedTables.join(' and ')} (aws dynamodb list-tables).
To delete one of them for good:

  aws dynamodb update-table --no-deletion-protection-enabled --table-name NAME
  aws dynamodb delete-table --table-name NAME
`;

if (import.meta.main) console.log(retainedTablesText);

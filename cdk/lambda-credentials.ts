import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * Replaces the SDK's chain of credential providers. Lambda passes the credentials of a function's role in environment
 * variables, and so does the local run. The other providers, with their clients of STS and of sign-in services, would be
 * an eighth of the code of a function.
 */
export const defaultProvider = (): ReturnType<typeof fromEnv> => fromEnv();

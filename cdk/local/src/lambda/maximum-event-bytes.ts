/** Largest event of a synchronous invocation: 6 MB (AWS Lambda, "Lambda quotas"). */
export const maximumEventBytes = 6_291_456;

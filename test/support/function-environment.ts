import { converterOptions } from './libreoffice.ts';

/**
 * The variables with which the office worker loads outside of Lambda. Its queues, its table and its bucket do not exist.
 *
 * @param workDirectory where its LibreOffice keeps its files
 */
export function officeWorkerVariables(workDirectory: string): Record<string, string> {
  const { libreOfficeRoot, fontsConf } = converterOptions(workDirectory);
  return {
    AWS_REGION: 'us-east-1',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '2048',
    BUCKET_NAME: 'none',
    JOBS_TABLE_NAME: 'none',
    MAX_UPLOAD_MEGABYTES: '100',
    JOB_QUEUE: 'office',
    JOB_QUEUE_URL: 'http://127.0.0.1:9/office',
    WEBHOOK_QUEUE_URL: 'http://127.0.0.1:9/webhooks',
    PDF_QUEUE_URL: 'http://127.0.0.1:9/pdf',
    LIBREOFFICE_ROOT: libreOfficeRoot,
    FONTS_CONF: fontsConf,
  };
}

import { Evaluator } from '../../../../cdk/local/template/evaluator.ts';
import { parameterValues } from '../../../../cdk/local/template/parameters.ts';
import { checkTemplate } from '../../../../cdk/local/template/template.ts';

/** An evaluator of a template that stands in a test. */
export function evaluatorOf(template: object, parameters: Record<string, string> = {}): Evaluator {
  const checked = checkTemplate({ Resources: {}, ...template }, 'test');
  return new Evaluator(checked, parameterValues(checked, parameters), {
    queueUrl: (name) => `http://127.0.0.1:9324/000000000000/${name}`,
    apiUrl: 'http://127.0.0.1:3000',
  });
}

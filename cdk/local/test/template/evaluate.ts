import { resourceTypes } from '../../src/plugins.ts';
import { Evaluator } from '../../src/template/evaluator.ts';
import { parameterValues } from '../../src/template/parameters.ts';
import { checkTemplate } from '../../src/template/template.ts';

/** An evaluator of a template that stands in a test. */
export function evaluatorOf(template: object, parameters: Record<string, string> = {}): Evaluator {
  const checked = checkTemplate({ Resources: {}, ...template }, 'test');
  return new Evaluator(checked, parameterValues(checked, parameters), {
    resourceTypes,
    endpoint: (service) => `http://127.0.0.1:${service === 'sqs' ? 9324 : 3000}`,
  });
}

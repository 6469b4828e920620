import type { Plugin } from '../plugin.ts';
import { arn } from '../template/account.ts';
import { named } from '../template/resource-type.ts';
import { readSchedules } from './read-schedules.ts';
import { startSchedule } from './schedule.ts';

const ruleName = named('Name', 64);

/** EventBridge: rules that invoke functions at a rate. */
export const events: Plugin = {
  name: 'events',
  resourceTypes: {
    'AWS::Events::Rule': {
      ref: ruleName,
      attributes: { Arn: (resource) => arn('events', `rule/${ruleName(resource)}`) },
    },
  },
  read({ evaluator }) {
    readSchedules(evaluator);
    return ({ functions, resources, log, options }) =>
      Promise.resolve({
        activate: (addressed) => {
          for (const schedule of readSchedules(addressed.evaluator)) {
            const milliseconds = options.scheduleMilliseconds?.(schedule.rate);
            const invoke = functions.invoke.bind(functions);
            const started = startSchedule({ schedule, milliseconds, invoke, log });
            resources.defer(() => started.stop());
          }
        },
      });
  },
};

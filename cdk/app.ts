import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { bundleFolder, serviceVersion, stackName } from './project.ts';
import { FileConversionStack } from './stack.ts';

const app = new App();
new FileConversionStack(app, stackName, { bundles: bundleFolder, version: serviceVersion });
Validations.of(app).addPlugins(new AwsSolutionsChecks());
app.synth();

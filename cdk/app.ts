import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { builtLayers } from './layer-folders.ts';
import { bundleFolder, serviceVersion, stackName } from './project.ts';
import { withoutLayers } from './settings.ts';
import { FileConversionStack } from './stack.ts';

const app = new App();
const layers = builtLayers(withoutLayers(app.node));
new FileConversionStack(app, stackName, { bundles: bundleFolder, version: serviceVersion, layers });
Validations.of(app).addPlugins(new AwsSolutionsChecks());
app.synth();

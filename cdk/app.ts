import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { builtLayers } from './layer-folders.ts';
import { bundleFolder, serviceVersion, stackName } from './project.ts';
import { FileConversionStack } from './stack.ts';

const app = new App();
const withoutLayers = app.node.tryGetContext('withoutLayers') === 'true';
const layers = withoutLayers ? undefined : builtLayers();
if (!layers && !withoutLayers) {
  throw new Error('The LibreOffice layer is not built: run npm run layers, or set -c withoutLayers=true.');
}
new FileConversionStack(app, stackName, { bundles: bundleFolder, version: serviceVersion, layers });
Validations.of(app).addPlugins(new AwsSolutionsChecks());
app.synth();

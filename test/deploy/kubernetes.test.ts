// The manifests against the JSON schemas of Kubernetes and of the Prometheus operator, in which the packages `kubernetes-models`
// and `@kubernetes-models/prometheus-operator` have published them. The packages take 29 MB, so they are installed here only.

import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { parseAllDocuments } from 'yaml';
import { removeFolder } from '../../scripts/fixtures/folders.ts';

const packages = ['kubernetes-models@5.1.0', '@kubernetes-models/prometheus-operator@6.0.0'];

interface Manifest {
  apiVersion: string;
  kind: string;
}

type Model = new (manifest: Manifest) => { validate(): void };

t.setTimeout(300_000);

const folder = mkdtempSync(join(tmpdir(), 'svc-schemas-'));
t.teardown(() => removeFolder(folder));
writeFileSync(join(folder, 'package.json'), '{}');
await promisify(execFile)('npm', ['install', '--ignore-scripts', ...packages], { cwd: folder });

async function modelOf({ apiVersion, kind }: Manifest): Promise<Model> {
  const from = apiVersion.includes('coreos.com') ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models';
  const models = (await import(join(folder, 'node_modules', from, apiVersion, `${kind}.js`))) as Record<string, Model>;
  return models[kind] as Model;
}

for (const file of globSync(join(import.meta.dirname, '../../deploy/kubernetes/*.yaml')).sort()) {
  for (const document of parseAllDocuments(readFileSync(file, 'utf8'))) {
    const manifest = document.toJS() as Manifest;
    t.test(`${basename(file)}: ${manifest.kind} matches its schema`, async (t) => {
      const Model = await modelOf(manifest);
      t.doesNotThrow(() => new Model(manifest).validate());
      t.throws(() => new Model({ ...manifest, nonsense: 1, metadata: 1 } as Manifest).validate(), 'the schema refuses');
    });
  }
}

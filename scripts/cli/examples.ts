// Two examples for each command, which its help shows. A test parses each of them. Those of the verbs in resources.ts come
// from there.

import { resources } from './resources.ts';

const text = `
serve
SVC_CONFIG=/etc/svc/config.yaml svc serve
sandbox
sandbox --port 0 --json
migrate
migrate --plan
doctor
doctor --json
backup svc-backup.tar.gz
backup svc-backup.tar.gz --without-key
restore svc-backup.tar.gz
restore svc-backup.tar.gz --json
verify
verify svc-backup.tar.gz
quickstart
quickstart --email ada@example.com --demo
server create-admin --email ada@example.com --name Ada
SVC_PASSWORD='correct horse battery' svc server create-admin --email ada@example.com
server password-reset --email ada@example.com
server password-reset --email ada@example.com --link
server login --email ada@example.com
server login --device --url https://svc.example.com
server sign-in-link --email ada@example.com
server sign-in-link --email ada@example.com --json
server logout
server logout --url https://svc.example.com
use --organization Acme --project Search
use --no-project
status
status --json
role assign Auditor --user grace@example.com
role assign viewer --group Research --project proj_1
role unassign Auditor --user grace@example.com
role unassign viewer --group Research --project proj_1
role assigned --user grace@example.com
role assigned --group Research --project proj_1
group users Research
group users Research --json
group add-user Research grace@example.com
group add-user Research user_1
group remove-user Research grace@example.com
group remove-user Research user_1
project-user add grace@example.com --project proj_1
project-user add grace@example.com --role viewer --project proj_1
project-user remove grace@example.com --project proj_1
project-user remove user_1 --project proj_1
vector-store add Handbook handbook.pdf docs
vector-store add vs_1 handbook.pdf --attributes year=2026 --no-wait
ask --store Handbook where is the key
ask --store vs_1 --store vs_2 --model large 'Where is the key?'
vector-store search Handbook where is the key
vector-store search vs_1 where is the key --filter year=2026 --max-num-results 3
vector-store reread Handbook
vector-store reread --all --changed
file upload handbook.pdf docs --include '*.md'
file upload training.jsonl --purpose fine-tune
file content file-1 --output handbook.pdf
file content file-1 --project proj_1
webhook listen --forward http://127.0.0.1:3000/hook
webhook listen --project proj_1
webhook secret --as standard
webhook secret --as standard --json
collections list --project proj_1
collections list --all --json
collections move --store vs_1 --to pg2
collections move --from postgres --to pg2 --background
collections move --from postgres --cancel
config get
config get tokens.access_seconds
config reveal upstreams.0.api_key
config reveal worker.token --json
config set tokens.access_seconds 1800
config set upstreams --file upstreams.yaml
config provenance
config provenance --live
config upstreams
config upstreams --json
config schema
config schema --json
config check /etc/svc/config.yaml
config check /etc/svc/config.yaml --json
upstream list
upstream list --json
upstream add main --url https://llm.example.com/v1 --api-key -
upstream add local --url http://127.0.0.1:11434/v1 --model large=llama-3
upstream test
upstream test main --json
upstream update main --api-key -
upstream update main --all-models
upstream remove main
upstream remove main --yes
usage costs --from 2026-11-01 --group-by model
usage completions --group-by project_id --csv
audit list
audit list --type project.created --limit 50
audit verify
audit verify --expect 12:0000000000000000000000000000000000000000000000000000000000000000
secrets reset
secrets reset --yes
contract run
contract run --junit report.xml
contract clean
contract clean --all
completion bash
completion zsh
`;

const ofVerbs = resources.flatMap(({ examples }) => Object.values(examples).flat());

const lines = [...ofVerbs, ...text.trim().split('\n')].map((line) => (line.includes('svc ') ? line : `svc ${line}`));

/** The verbs that the examples of a noun show first. */
const firstVerbs = ['list', 'create', 'add', 'upload'];

/** Returns the examples of a command, such as `project list`; of a noun, the first one of each of two verbs. */
export function examplesOf(path: string): string[] {
  const own = lines.filter((line) => `${line} `.includes(`svc ${path} `));
  const verbs = Map.groupBy(own, (line) => line.split(' ')[2] ?? '');
  if (path.includes(' ') || verbs.size < 3) return own.slice(0, 2);
  const shown = [...firstVerbs.filter((verb) => verbs.has(verb)), ...verbs.keys()];
  return [...new Set(shown)].slice(0, 2).flatMap((verb) => verbs.get(verb)?.[0] ?? []);
}

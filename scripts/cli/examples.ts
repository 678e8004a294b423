// Two examples for each command, which its help shows. A test parses each of them.

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
organization list
organization list --all --json
organization create --name Acme
organization create --name Acme --owner-id user_1
organization get org_1
organization get org_1 --json
organization update org_1 --name Ajax
organization update org_1 --owner-id user_2
organization delete org_1
organization delete org_1 --yes
project list
project list --include-archived --all
project create --name Search
project create --name Search --webhook-url https://example.com/hook
project get proj_1
project get proj_1 --json
project update proj_1 --models gpt-4o --limit-requests-per-minute 60
project update Search --all-models
project archive proj_1
project archive proj_1 --yes
spend-limit get --project proj_1
spend-limit get --project proj_1 --json
spend-limit update --usd 15
spend-limit update --usd 0.50 --project proj_1
spend-limit delete --project proj_1
spend-limit delete --project proj_1 --yes
api-key list
api-key list --project proj_1
api-key create --name Deployment --no-project
api-key create --name Indexer --project proj_1
api-key get key_1
api-key get key_1 --project proj_1
api-key update key_1 --name Indexer
api-key update key_1 --project proj_1 --limit-tokens-per-day 100000
api-key update key_1 --disabled
api-key rotate key_1
api-key rotate key_1 --project proj_1 --overlap-seconds 3600
api-key delete key_1
api-key delete key_1 --project proj_1 --yes
member list
member list --emails ada@example.com
member get user_1
member get user_1 --json
member update user_1 --role owner
member update user_1 --role member
member delete user_1
member delete user_1 --keep-keys --yes
role list
role list --project proj_1
role create --name Auditor --permission usage.read --permission audit_log.read
role create --name Searcher --permission vector_stores.read --project proj_1
role get Auditor
role get Searcher --project proj_1
role update Auditor --permission usage.read
role update Auditor --name Controller
role delete Auditor
role delete Auditor --yes
role assign Auditor --user grace@example.com
role assign viewer --group Research --project proj_1
role unassign Auditor --user grace@example.com
role unassign viewer --group Research --project proj_1
role assigned --user grace@example.com
role assigned --group Research --project proj_1
group list
group list --all
group create --name Research
group create --name Research --json
group get Research
group get Research --json
group update Research --name Science
group update group_1 --name Science
group delete Research
group delete Research --yes
group users Research
group users Research --json
group add-user Research grace@example.com
group add-user Research user_1
group remove-user Research grace@example.com
group remove-user Research user_1
organization-settings get
organization-settings get --json
organization-settings update --project-access assigned
organization-settings update --project-access all
project-user list --project proj_1
project-user list --all --project proj_1
project-user add grace@example.com --project proj_1
project-user add grace@example.com --role viewer --project proj_1
project-user get grace@example.com --project proj_1
project-user get user_1 --project proj_1
project-user update grace@example.com --role owner --project proj_1
project-user update user_1 --role member --project proj_1
project-user remove grace@example.com --project proj_1
project-user remove user_1 --project proj_1
service-account list --project proj_1
service-account list --all --project proj_1
service-account create --name Nightly --project proj_1
service-account create --name Nightly --role viewer --without-key --project proj_1
service-account get Nightly --project proj_1
service-account get Nightly --json --project proj_1
service-account update Nightly --role viewer --project proj_1
service-account update Nightly --name Hourly --project proj_1
service-account create-key Nightly --project proj_1
service-account create-key Nightly --name Second --expires-in-seconds 7776000 --project proj_1
service-account delete Nightly --project proj_1
service-account delete Nightly --yes --project proj_1
invitation list
invitation list --organization org_1
invitation create --email ada@example.com
invitation create --email ada@example.com --role owner --link
invitation delete inv_1
invitation delete inv_1 --yes
vector-store list
vector-store list --limit 5 --project proj_1
vector-store create --name Handbook
vector-store create --name Handbook --expires-after-days 30 --metadata team=support
vector-store get vs_1
vector-store get vs_1 --json
vector-store update vs_1 --name Manual
vector-store update vs_1 --no-expires-after
vector-store delete vs_1
vector-store delete vs_1 --yes
vector-store add Handbook handbook.pdf docs
vector-store add vs_1 handbook.pdf --attributes year=2026 --no-wait
ask --store Handbook where is the key
ask --store vs_1 --store vs_2 --model large 'Where is the key?'
vector-store search Handbook where is the key
vector-store search vs_1 where is the key --filter year=2026 --max-num-results 3
vector-store reread Handbook
vector-store reread --all --changed
vector-store-file list vs_1
vector-store-file list vs_1 --filter failed
vector-store-file get vs_1 file-1
vector-store-file get vs_1 file-1 --json
vector-store-file update vs_1 file-1 --attributes year=2026
vector-store-file update vs_1 file-1 --attributes year=2026 --attributes team=support
vector-store-file delete vs_1 file-1
vector-store-file delete vs_1 file-1 --yes
file-batch get vs_1 vsfb_1
file-batch get vs_1 vsfb_1 --json
file-batch cancel vs_1 vsfb_1
file-batch cancel vs_1 vsfb_1 --json
file list
file list --purpose user_data --all
file upload handbook.pdf docs --include '*.md'
file upload training.jsonl --purpose fine-tune
file get file-1
file get file-1 --json
file content file-1 --output handbook.pdf
file content file-1 --project proj_1
file delete file-1
file delete file-1 --yes
webhook list
webhook list --project proj_1 --all
webhook get whdel_1
webhook get whdel_1 --json
webhook resend whdel_1
webhook resend whdel_1 --project proj_1
webhook listen --forward http://127.0.0.1:3000/hook
webhook listen --project proj_1
webhook test
webhook test --type vector_store.file_batch.failed --local
webhook secret --as standard
webhook secret --as standard --json
model list
model list --json
model get gpt-4o
model get gpt-4o --json
collections list --project proj_1
collections list --all --json
collections move --store vs_1 --to pg2
collections move --from postgres --to pg2 --background
collections move --from postgres --cancel
worker list
worker list --json
worker announce --name gpu-1 --models llama-3
worker announce --name gpu-1 --models llama-3 --models mistral
user list
user list --all --json
user create --email ada@example.com
user create --email ada@example.com --name Ada
user get user_1
user get user_1 --json
user update user_1 --disabled
user update user_1 --no-disabled
user password-link user_1
user password-link user_1 --json
user unlink user_1
user unlink user_1 --json
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
account get
account get --json
account update --name Ada
account update --default-organization-id org_1
session list
session list --json
session delete login_1
session delete login_1 --yes
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

const lines = text
  .trim()
  .split('\n')
  .map((line) => (line.includes('svc ') ? line : `svc ${line}`));

/** Returns the examples of a command, such as `project list`; of a noun, the first one of each of two verbs. */
export function examplesOf(path: string): string[] {
  const own = lines.filter((line) => `${line} `.includes(`svc ${path} `));
  const verbs = new Map(own.map((line) => [line.split(' ').slice(0, 3).join(' '), line] as const).reverse());
  const isNoun = !path.includes(' ') && verbs.size > 2;
  return isNoun ? [...verbs.values()].reverse().slice(0, 2) : own.slice(0, 2);
}

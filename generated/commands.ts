// Made by `npm run generate` from spec/: the nouns and verbs of the command line (`x-cli` in spec/common/access.tsp).

export const nouns = [
 {
  "summary": "Show and change your account",
  "about": "Shows and changes your account.",
  "noun": "account",
  "group": "Get started",
  "rows": "accounts",
  "columns": [],
  "verbs": { "get": ["getAccount"], "update": ["updateAccount"] },
  "examples": {
   "get": ["account get", "account get --json"],
   "update": ["account update --name Ada", "account update --default-organization-id org_1"]
  }
 },
 {
  "summary": "See where you are signed in, and end sessions",
  "about": "Shows your sessions and ends them.",
  "first": "Sign in with \"svc server login\".",
  "columns": ["id", "client_name", "method", "is_current", "created_at", "expires_at"],
  "noun": "session",
  "group": "Get started",
  "rows": "sessions",
  "verbs": { "list": ["listSessions"], "delete": ["deleteSession"] },
  "examples": {
   "list": ["session list", "session list --json"],
   "delete": ["session delete login_1", "session delete login_1 --yes"]
  }
 },
 {
  "group": "Organizations and people",
  "summary": "Manage the users of the server, as an admin",
  "first": "Create one with \"svc user create --email ADDRESS\".",
  "columns": ["id", "email", "email_verified", "name", "is_admin", "disabled", "created_at"],
  "noun": "user",
  "rows": "users",
  "about": "Manages the users of the server. Only admins may use it.",
  "verbs": {
   "list": ["listUsers"],
   "create": ["createUser"],
   "get": ["getUser"],
   "update": ["updateUser"],
   "password-link": ["createPasswordLink"],
   "unlink": ["deleteUserIdentities"]
  },
  "examples": {
   "list": ["user list", "user list --all --json"],
   "create": ["user create --email ada@example.com", "user create --email ada@example.com --name Ada"],
   "get": ["user get user_1", "user get user_1 --json"],
   "update": ["user update user_1 --disabled", "user update user_1 --no-disabled"],
   "password-link": ["user password-link user_1", "user password-link user_1 --json"],
   "unlink": ["user unlink user_1", "user unlink user_1 --json"]
  }
 },
 {
  "group": "Organizations and people",
  "summary": "Manage organizations, as an admin",
  "about": "Manages the organizations of the server. Only admins may use it.",
  "columns": ["id", "name", "owner_id", "created_at"],
  "noun": "organization",
  "rows": "organizations",
  "first": "Create one with \"svc organization create --name NAME\".",
  "verbs": {
   "list": ["listOrganizations"],
   "create": ["createOrganization"],
   "get": ["getOrganization"],
   "update": ["updateOrganization"],
   "delete": ["deleteOrganization"]
  },
  "examples": {
   "list": ["organization list", "organization list --all --json"],
   "create": ["organization create --name Acme", "organization create --name Acme --owner-id user_1"],
   "get": ["organization get org_1", "organization get org_1 --json"],
   "update": ["organization update org_1 --name Ajax", "organization update org_1 --owner-id user_2"],
   "delete": ["organization delete org_1", "organization delete org_1 --yes"]
  }
 },
 {
  "noun": "api-key",
  "summary": "Manage keys of an organization or a project",
  "about": "Manages the keys of an organization, or with --project those of a project.",
  "rows": "keys",
  "first": "Create one with \"svc api-key create --name NAME\"; add --project PROJECT_ID for a key of a project.",
  "columns": ["id", "name", "redacted_value", "status", "created_at", "last_used_at", "expires_at"],
  "flagNames": { "limits": "limit", "limits.spend_per_month": "limit-usd-per-month", "mcp_tools": "mcp-tool" },
  "emptyMeans": { "mcp_tools": "all" },
  "shownOnce": ["value", "key"],
  "group": "Organizations and people",
  "verbs": {
   "list": ["listProjectApiKeys", "listAdminApiKeys"],
   "create": ["createProjectApiKey", "createAdminApiKey"],
   "get": ["getProjectApiKey", "getAdminApiKey"],
   "update": ["updateProjectApiKey", "updateAdminApiKey"],
   "rotate": ["rotateProjectApiKey", "rotateAdminApiKey"],
   "delete": ["deleteProjectApiKey", "deleteAdminApiKey"]
  },
  "examples": {
   "list": ["api-key list", "api-key list --project proj_1"],
   "create": ["api-key create --name Deployment --no-project", "api-key create --name Indexer --project proj_1"],
   "get": ["api-key get key_1", "api-key get key_1 --project proj_1"],
   "update": [
    "api-key update key_1 --name Indexer",
    "api-key update key_1 --project proj_1 --limit-tokens-per-day 100000"
   ],
   "rotate": ["api-key rotate key_1", "api-key rotate key_1 --project proj_1 --overlap-seconds 3600"],
   "delete": ["api-key delete key_1", "api-key delete key_1 --project proj_1 --yes"]
  }
 },
 {
  "first": "Invite people with \"svc invitation create --email ADDRESS\".",
  "columns": ["id", "email", "email_verified", "name", "role", "active_keys", "added_at"],
  "noun": "member",
  "group": "Organizations and people",
  "rows": "members",
  "summary": "Manage the members of an organization",
  "about": "Manages the members of an organization.",
  "verbs": { "list": ["listMembers"], "get": ["getMember"], "update": ["updateMember"], "delete": ["deleteMember"] },
  "examples": {
   "list": ["member list", "member list --emails ada@example.com"],
   "get": ["member get user_1", "member get user_1 --json"],
   "update": ["member update user_1 --role owner", "member update user_1 --role member"],
   "delete": ["member delete user_1", "member delete user_1 --keep-keys --yes"]
  }
 },
 {
  "group": "Organizations and people",
  "summary": "Manage the users of a project",
  "about": "Manages the users who have a role in a project by themselves.",
  "rows": "users in this project",
  "first": "Add one with \"svc project-user add USER\".",
  "columns": ["id", "email", "name", "role", "added_at"],
  "noun": "project-user",
  "verbs": { "list": ["listProjectUsers"], "get": ["getProjectUser"], "update": ["updateProjectUser"] },
  "examples": {
   "list": ["project-user list --project proj_1", "project-user list --all --project proj_1"],
   "get": ["project-user get grace@example.com --project proj_1", "project-user get user_1 --project proj_1"],
   "update": [
    "project-user update grace@example.com --role owner --project proj_1",
    "project-user update user_1 --role member --project proj_1"
   ]
  }
 },
 {
  "summary": "Define roles, and assign them",
  "about": "Manages the roles of an organization, or with --project those of a project.",
  "columns": ["id", "name", "predefined_role", "description"],
  "flagNames": { "role_name": "name", "permissions": "permission" },
  "noun": "role",
  "group": "Organizations and people",
  "rows": "roles",
  "first": "Create one with \"svc role create --name NAME --permission PERMISSION\".",
  "verbs": {
   "list": ["listProjectRoles", "listRoles"],
   "create": ["createProjectRole", "createRole"],
   "get": ["getProjectRole", "getRole"],
   "update": ["updateProjectRole", "updateRole"],
   "delete": ["deleteProjectRole", "deleteRole"]
  },
  "examples": {
   "list": ["role list", "role list --project proj_1"],
   "create": [
    "role create --name Auditor --permission usage.read --permission audit_log.read",
    "role create --name Searcher --permission vector_stores.read --project proj_1"
   ],
   "get": ["role get Auditor", "role get Searcher --project proj_1"],
   "update": ["role update Auditor --permission usage.read", "role update Auditor --name Controller"],
   "delete": ["role delete Auditor", "role delete Auditor --yes"]
  }
 },
 {
  "summary": "Decide which projects members see",
  "about": "Shows and changes the settings of an organization: which projects its members see.",
  "noun": "organization-settings",
  "group": "Organizations and people",
  "rows": "organization settings",
  "columns": [],
  "verbs": { "get": ["getOrganizationSettings"], "update": ["updateOrganizationSettings"] },
  "examples": {
   "get": ["organization-settings get", "organization-settings get --json"],
   "update": [
    "organization-settings update --project-access assigned",
    "organization-settings update --project-access all"
   ]
  }
 },
 {
  "group": "Organizations and people",
  "summary": "Manage accounts for programs in a project",
  "about": "Manages the accounts of a project for programs. Their keys depend on no person.",
  "rows": "service accounts in this project",
  "columns": ["id", "name", "role", "created_by.email", "last_used_at", "created_at"],
  "flagNames": { "create_service_account_only": "without-key" },
  "shownOnce": ["api_key.value", "key"],
  "noun": "service-account",
  "first": "Create one with \"svc service-account create --name NAME\".",
  "verbs": {
   "list": ["listServiceAccounts"],
   "create": ["createServiceAccount"],
   "get": ["getServiceAccount"],
   "update": ["updateServiceAccount"],
   "create-key": ["createServiceAccountKey"],
   "delete": ["deleteServiceAccount"]
  },
  "examples": {
   "list": ["service-account list --project proj_1", "service-account list --all --project proj_1"],
   "create": [
    "service-account create --name Nightly --project proj_1",
    "service-account create --name Nightly --role viewer --without-key --project proj_1"
   ],
   "get": ["service-account get Nightly --project proj_1", "service-account get Nightly --json --project proj_1"],
   "update": [
    "service-account update Nightly --role viewer --project proj_1",
    "service-account update Nightly --name Hourly --project proj_1"
   ],
   "create-key": [
    "service-account create-key Nightly --project proj_1",
    "service-account create-key Nightly --name Second --expires-in-seconds 7776000 --project proj_1"
   ],
   "delete": [
    "service-account delete Nightly --project proj_1",
    "service-account delete Nightly --yes --project proj_1"
   ]
  }
 },
 {
  "summary": "Manage groups of users",
  "about": "Manages the groups of an organization. The users of a group have its roles.",
  "columns": ["id", "name", "is_scim_managed", "created_at"],
  "noun": "group",
  "group": "Organizations and people",
  "rows": "groups",
  "first": "Create one with \"svc group create --name NAME\".",
  "verbs": {
   "list": ["listGroups"],
   "create": ["createGroup"],
   "get": ["getGroup"],
   "update": ["updateGroup"],
   "delete": ["deleteGroup"]
  },
  "examples": {
   "list": ["group list", "group list --all"],
   "create": ["group create --name Research", "group create --name Research --json"],
   "get": ["group get Research", "group get Research --json"],
   "update": ["group update Research --name Science", "group update group_1 --name Science"],
   "delete": ["group delete Research", "group delete Research --yes"]
  }
 },
 {
  "summary": "Invite people, by mail or by a link",
  "about": "Invites people to an organization, by mail or by a link that you pass on.",
  "first": "Invite people with \"svc invitation create --email ADDRESS\", or add --link to get a link.",
  "columns": ["id", "invited_email", "role", "create_account", "used", "expiration_time"],
  "instead": {
   "verb": "create",
   "flag": "--link",
   "about": "returns the link instead of mailing it, so that you can pass it on",
   "operation": "createInvitationLink"
  },
  "shownOnce": ["url", "link"],
  "noun": "invitation",
  "group": "Organizations and people",
  "rows": "invitations",
  "verbs": { "list": ["listInvitations"], "create": ["createInvitation"], "delete": ["deleteInvitation"] },
  "examples": {
   "list": ["invitation list", "invitation list --organization org_1"],
   "create": [
    "invitation create --email ada@example.com",
    "invitation create --email ada@example.com --role owner --link"
   ],
   "delete": ["invitation delete inv_1", "invitation delete inv_1 --yes"]
  }
 },
 {
  "summary": "Manage projects, their limits and webhook",
  "about": "Manages the projects of an organization: models, endpoints, limits and webhook.",
  "group": "Projects, files and models",
  "columns": ["id", "name", "status", "models", "created_at"],
  "flagNames": { "limits": "limit", "mcp_tools": "mcp-tool" },
  "restrictions": ["models", "custom_endpoints", "mcp_prefixes"],
  "emptyMeans": { "models": "all", "mcp_tools": "all" },
  "shownOnce": ["webhook_secret", "webhook secret"],
  "noun": "project",
  "rows": "projects",
  "first": "Create one with \"svc project create --name NAME\".",
  "verbs": {
   "list": ["listProjects"],
   "create": ["createProject"],
   "get": ["getProject"],
   "update": ["updateProject"],
   "archive": ["archiveProject"]
  },
  "examples": {
   "list": ["project list", "project list --include-archived --all"],
   "create": ["project create --name Search", "project create --name Search --webhook-url https://example.com/hook"],
   "get": ["project get proj_1", "project get proj_1 --json"],
   "update": [
    "project update proj_1 --models gpt-4o --limit-requests-per-minute 60",
    "project update Search --all-models"
   ],
   "archive": ["project archive proj_1", "project archive proj_1 --yes"]
  }
 },
 {
  "group": "Usage and events",
  "summary": "Limit the monthly costs of a project",
  "about": "Manages the monthly spend limit of a project.",
  "columns": ["threshold_amount", "currency", "interval", "enforcement.status"],
  "flagNames": { "threshold_amount": "usd" },
  "noun": "spend-limit",
  "rows": "spend limits",
  "verbs": { "get": ["getSpendLimit"], "update": ["updateSpendLimit"], "delete": ["deleteSpendLimit"] },
  "examples": {
   "get": ["spend-limit get --project proj_1", "spend-limit get --project proj_1 --json"],
   "update": ["spend-limit update --usd 15", "spend-limit update --usd 0.50 --project proj_1"],
   "delete": ["spend-limit delete --project proj_1", "spend-limit delete --project proj_1 --yes"]
  }
 },
 {
  "summary": "Upload, download and delete files",
  "about": "Uploads, downloads and deletes the files of a project.",
  "first": "Upload one with \"svc file upload PATH\".",
  "columns": ["id", "filename", "bytes", "purpose", "created_at", "expires_at"],
  "noun": "file",
  "group": "Projects, files and models",
  "rows": "files",
  "verbs": { "list": ["listFiles"], "get": ["retrieveFile"], "delete": ["deleteFile"] },
  "examples": {
   "list": ["file list", "file list --purpose user_data --all"],
   "get": ["file get file-1", "file get file-1 --json"],
   "delete": ["file delete file-1", "file delete file-1 --yes"]
  }
 },
 {
  "noun": "webhook",
  "group": "Usage and events",
  "summary": "List and resend deliveries, test and listen",
  "about": "Lists and resends the webhook deliveries of a project, sends a test event, and listens for events.",
  "rows": "deliveries",
  "first": "Send a test event with \"svc webhook test\".",
  "columns": ["id", "event_type", "origin", "status", "attempt_count", "last_error", "created_at"],
  "instead": {
   "verb": "test",
   "flag": "--local",
   "about": "creates an event for \"svc webhook listen\" only, which needs no webhook",
   "operation": "createWebhookEvent"
  },
  "verbs": {
   "list": ["listWebhookDeliveries"],
   "get": ["getWebhookDelivery"],
   "resend": ["resendWebhookDelivery"],
   "test": ["testWebhook"]
  },
  "examples": {
   "list": ["webhook list", "webhook list --project proj_1 --all"],
   "get": ["webhook get whdel_1", "webhook get whdel_1 --json"],
   "resend": ["webhook resend whdel_1", "webhook resend whdel_1 --project proj_1"],
   "test": ["webhook test", "webhook test --type vector_store.file_batch.failed --local"]
  }
 },
 {
  "summary": "Manage vector stores, add files and search",
  "about": "Manages vector stores: searchable collections of file chunks of a project.",
  "columns": ["id", "name", "status", "file_counts.total", "usage_bytes", "created_at"],
  "first": "Create one with \"svc vector-store create --name NAME\".",
  "flagNames": { "chunking_strategy": "chunking", "chunking_strategy.static": "" },
  "noun": "vector-store",
  "group": "Projects, files and models",
  "rows": "vector stores",
  "verbs": {
   "list": ["listVectorStores"],
   "create": ["createVectorStore"],
   "get": ["getVectorStore"],
   "update": ["modifyVectorStore"],
   "delete": ["deleteVectorStore"]
  },
  "examples": {
   "list": ["vector-store list", "vector-store list --limit 5 --project proj_1"],
   "create": [
    "vector-store create --name Handbook",
    "vector-store create --name Handbook --expires-after-days 30 --metadata team=support"
   ],
   "get": ["vector-store get vs_1", "vector-store get vs_1 --json"],
   "update": ["vector-store update vs_1 --name Manual", "vector-store update vs_1 --no-expires-after"],
   "delete": ["vector-store delete vs_1", "vector-store delete vs_1 --yes"]
  }
 },
 {
  "summary": "Manage the files of a vector store",
  "rows": "files in this vector store",
  "first": "Add one with \"svc vector-store add VECTOR_STORE_ID PATH\".",
  "columns": ["id", "status", "usage_bytes", "last_error.message", "created_at"],
  "noun": "vector-store-file",
  "group": "Projects, files and models",
  "about": "Manages the files of a vector store.",
  "verbs": {
   "list": ["listVectorStoreFiles"],
   "get": ["getVectorStoreFile"],
   "update": ["updateVectorStoreFileAttributes"],
   "delete": ["deleteVectorStoreFile"]
  },
  "examples": {
   "list": ["vector-store-file list vs_1", "vector-store-file list vs_1 --filter failed"],
   "get": ["vector-store-file get vs_1 file-1", "vector-store-file get vs_1 file-1 --json"],
   "update": [
    "vector-store-file update vs_1 file-1 --attributes year=2026",
    "vector-store-file update vs_1 file-1 --attributes year=2026 --attributes team=support"
   ],
   "delete": ["vector-store-file delete vs_1 file-1", "vector-store-file delete vs_1 file-1 --yes"]
  }
 },
 {
  "noun": "file-batch",
  "summary": "Follow files that were added together",
  "about": "Follows and cancels files that were added to a vector store together.",
  "group": "Projects, files and models",
  "rows": "file batchs",
  "columns": [],
  "verbs": { "get": ["getVectorStoreFileBatch"], "cancel": ["cancelVectorStoreFileBatch"] },
  "examples": {
   "get": ["file-batch get vs_1 vsfb_1", "file-batch get vs_1 vsfb_1 --json"],
   "cancel": ["file-batch cancel vs_1 vsfb_1", "file-batch cancel vs_1 vsfb_1 --json"]
  }
 },
 {
  "summary": "List the models that a project may use",
  "first": "An admin adds models with \"svc upstream add NAME --url URL --api-key KEY\".",
  "columns": ["id", "owned_by", "created"],
  "noun": "model",
  "group": "Projects, files and models",
  "rows": "models",
  "about": "Lists the models that a project may use.",
  "verbs": { "list": ["listModels"], "get": ["retrieveModel"] },
  "examples": { "list": ["model list", "model list --json"], "get": ["model get gpt-4o", "model get gpt-4o --json"] }
 },
 {
  "noun": "worker",
  "group": "Run a server",
  "summary": "Run a worker, or manage fine-tuning workers",
  "about": "Without a command, runs background work until SIGTERM or SIGINT. With a command, manages fine-tuning workers.",
  "rows": "fine-tuning workers",
  "first": "Announce one with \"svc worker announce --name NAME --models MODEL\".",
  "columns": ["id", "name", "status", "models", "last_seen_at"],
  "verbs": { "list": ["listFineTuningWorkers"], "announce": ["announceFineTuningWorker"] },
  "examples": {
   "list": ["worker list", "worker list --json"],
   "announce": [
    "worker announce --name gpu-1 --models llama-3",
    "worker announce --name gpu-1 --models llama-3 --models mistral"
   ]
  }
 }
] as const;

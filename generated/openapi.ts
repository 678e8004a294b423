// Made by `npm run generate` from spec/. Never edited by hand.

export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Redirect to the web panel
         * @description Leads to the web panel.
         */
        get: operations["getRoot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/audit_log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the server's audit log
         * @description Lists what was done on this server, newest first.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the server configuration
         * @description Reads the configuration of this server.
         */
        get: operations["getAdminConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the server configuration
         * @description Changes settings while the server runs: at once here, and within 5 seconds on every other instance.
         */
        patch: operations["updateAdminConfig"];
        trace?: never;
    };
    "/admin/config/provenance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the source of each setting
         * @description Says of every setting where its value comes from, and whether it may change while the server runs.
         */
        get: operations["getAdminConfigProvenance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/config/reveal/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reveal a secret of the configuration
         * @description Reveals a secret of the configuration, and writes into the audit log who saw it.
         */
        get: operations["revealAdminConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/fine_tuning/workers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a fine-tuning worker or send its heartbeat
         * @description Announces a worker, or says that it still lives. Takes an admin's token or the one of `SVC_WORKER_TOKEN`.
         */
        post: operations["announceFineTuningWorker"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/organization/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List organizations
         * @description Lists the organizations of the server.
         */
        get: operations["listOrganizations"];
        put?: never;
        /**
         * Create an organization
         * @description Creates an organization.
         */
        post: operations["createOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/organization/{organization_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an organization
         * @description Reads an organization.
         */
        get: operations["getOrganization"];
        put?: never;
        /**
         * Update an organization
         * @description Changes an organization.
         */
        post: operations["updateOrganization"];
        /**
         * Delete an organization
         * @description Deletes an organization with its keys, memberships and archived projects. Refused while it has active projects.
         */
        delete: operations["deleteOrganization"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/upstreams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of each upstream
         * @description Says of every upstream how it fares, as this server sees it: what it offers, and whether and how it failed.
         */
        get: operations["getUpstreamStates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Lists the users of the server.
         */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user
         * @description Reads a user.
         */
        get: operations["getUser"];
        put?: never;
        /**
         * Update a user
         * @description Changes a user.
         */
        post: operations["updateUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description Signs a user in. Wrong e-mail, wrong password and a disabled account get one and the same answer. Failures are
         *     throttled: 5 in 15 minutes for an account from one address, 50 an hour from one address, and 100 a day for an account
         *     from addresses that never signed in to it.
         */
        post: operations["createLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Signs out: ends the presented access token, its refresh token, and every token of the same sign-in.
         */
        post: operations["endLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the signed-in user
         * @description Reads the signed-in user.
         */
        get: operations["getAccount"];
        put?: never;
        /**
         * Update the signed-in user
         * @description Changes the signed-in user.
         */
        post: operations["updateAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the password
         * @description Changes the password, and ends every other sign-in of the user. A wrong `current_password` is throttled like a failed sign-in.
         */
        post: operations["updateAccountPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refresh an access token
         * @description Exchanges a refresh token, sent as the Bearer credential, for a new pair; the old pair ends. A refresh token that is
         *     used a second time ends every token that came of the same sign-in, and the audit log tells it as `refresh_token.reused`.
         */
        post: operations["refreshLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in to the web panel
         * @description Signs a user in to this browser: as `/auth/login`, with the refresh token in a cookie that no script reads. A page of
         *     another origin is refused: 403 `foreign_origin`.
         */
        post: operations["createBrowserSession"];
        /**
         * Sign out of the web panel
         * @description Signs this browser out: ends every token of the session, and removes its cookie.
         */
        delete: operations["endBrowserSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/session/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refresh the access token of the web panel
         * @description Gets a new access token by the cookie, which gets a new refresh token. Access tokens that other tabs hold live on to
         *     their end. Tabs that refresh at once, or one after the other within 10 seconds, with one cookie, are answered alike;
         *     later than that, a refresh token that was used ends the session.
         */
        post: operations["refreshBrowserSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the API reference as a page
         * @description Reads this document as a page. It comes compressed where `Accept-Encoding` asks for `br` or `gzip`.
         */
        get: operations["getReference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the server is alive
         * @description Says that the server lives.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp/{prefix}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open a stream of messages from an MCP server
         * @description Listens to an MCP server: a stream of its messages, for as long as both sides keep it open.
         */
        get: operations["listenToMcpServer"];
        put?: never;
        /**
         * Send messages to an MCP server
         * @description Sends messages to an MCP server: its Streamable HTTP transport, with its sessions and streams, passed through
         *     untouched.
         */
        post: operations["sendMcpMessage"];
        /**
         * End a session with an MCP server
         * @description Ends a session with an MCP server.
         */
        delete: operations["endMcpSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Prometheus metrics
         * @description Reads the server's metrics: for admins, and without a credential for callers on the server's own machine (loopback, and no
         *     proxy between). With `SVC_METRICS_PUBLIC=true` anybody reads them. Where they have an address of their own
         *     (`SVC_METRICS_ADDRESS`), they are there alone, for anybody who reaches it, and not found here.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the OpenAPI document
         * @description Reads this document. It comes compressed where `Accept-Encoding` asks for `br` or `gzip`.
         */
        get: operations["getOpenapiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/panel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the web panel
         * @description The web panel: what this server does, in a browser.
         */
        get: operations["getPanel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/panel/assets/{version}/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an asset of the web panel
         * @description A file that the panel's page asks for.
         */
        get: operations["getPanelAsset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/panel/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the panel's page to accept an invitation
         * @description The panel's page for the link of an invitation to somebody with an account.
         */
        get: operations["getPanelInvitation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/panel/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the panel's page to register by invitation
         * @description The panel's page for the link of an invitation to somebody without an account.
         */
        get: operations["getPanelRegister"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/panel/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the panel's page to reset a password
         * @description The panel's page for the link of a password reset. The token stands behind the `#` of the link.
         */
        get: operations["getPanelReset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the server is ready
         * @description Says whether the server can do its work: its database takes writes, its broker answers, and it is not about to stop.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/chat/completions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a chat completion
         * @description Asks a model what to say next. With `stream: true` the answer is a stream of events.
         */
        post: operations["createChatCompletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/completions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a completion
         * @description Asks a model how a text goes on. With `stream: true` the answer is a stream of events.
         */
        post: operations["createCompletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/embeddings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create embeddings
         * @description Turns texts into vectors.
         */
        post: operations["createEmbedding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List files
         * @description Lists the project's files.
         */
        get: operations["listFiles"];
        put?: never;
        /**
         * Upload a file
         * @description Uploads a file.
         */
        post: operations["createFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{file_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a file
         * @description Reads what is known of a file.
         */
        get: operations["retrieveFile"];
        put?: never;
        post?: never;
        /**
         * Delete a file
         * @description Deletes a file, everywhere: vector stores lose it too.
         */
        delete: operations["deleteFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{file_id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the content of a file
         * @description Reads a file's content, byte for byte as it was uploaded.
         */
        get: operations["downloadFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fine_tuning/workers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List fine-tuning workers
         * @description Lists the workers, newest first.
         */
        get: operations["listFineTuningWorkers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation
         * @description Makes the signed-in user a member. The invited address must be the user's own, else it is 403
         *     `invitation_email_mismatch`, and the link stays good. The role of one who is a member already stays as it is.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite someone to an organization
         * @description Invites an address into an organization: mails it a link to accept, or, where it has no account, to register. It
         *     replaces an invitation that is still open for the same address. At most 50 an hour for an organization, and 5 a day
         *     to one address.
         *
         *     Whether an owner may invite an address without an account is a setting of the server
         *     (`SVC_ONLY_ADMIN_CAN_CREATE_ACCOUNTS_BY_INVITATION`); where not, it is 403 `insufficient_permissions`.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register by invitation
         * @description Creates an account for the invited address, makes it a member, and signs it in. Where the address has an account by
         *     now it is 409 `email_already_exists`, and the link stays good: sign in, and accept. A browser that wants its session
         *     in a cookie signs in by `/auth/session` with the same password.
         */
        post: operations["registerAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check an invitation link
         * @description Says what a link invites to. A token that is unknown, used, expired or replaced is 400 `token_invalid`.
         */
        post: operations["validateInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invitations
         * @description Lists the invitations of the organization that the path names, the oldest first.
         */
        get: operations["listInvitations"];
        put?: never;
        post?: never;
        /**
         * Revoke an invitation
         * @description Deletes an invitation of the selected organization: its link opens nothing from now on.
         */
        delete: operations["deleteInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List models
         * @description Lists the models that the project may use.
         */
        get: operations["listModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models/{model}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a model
         * @description Reads a model that the project may use.
         */
        get: operations["retrieveModel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/admin_api_keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List organization keys
         * @description Lists the organization's keys.
         */
        get: operations["listAdminApiKeys"];
        put?: never;
        /**
         * Create an organization key
         * @description Creates an organization key. It belongs to the user who makes it, by a token or by another key, and stops when that user is
         *     disabled or removed from the organization. One that has expired opens nothing; it is there until it is deleted. A key that
         *     expires makes no key that lives longer: 403 `insufficient_permissions`.
         */
        post: operations["createAdminApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/admin_api_keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an organization key
         * @description Reads an organization key.
         */
        get: operations["getAdminApiKey"];
        put?: never;
        /**
         * Update an organization key
         * @description Renames an organization key, or changes when it expires. A key that expires gives no organization key, itself among them, a
         *     longer life than its own: 403 `insufficient_permissions`.
         */
        post: operations["updateAdminApiKey"];
        /**
         * Delete an organization key
         * @description Deletes an organization key: at once here, and within 5 seconds on every other instance, it opens nothing.
         */
        delete: operations["deleteAdminApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/audit_logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the organization's audit log
         * @description Lists what was done in the organization, newest first.
         */
        get: operations["listOrganizationAuditLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/costs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get costs
         * @description Reports what calls of models cost. Calls of models that have no price, in the `prices` of their upstream, cost nothing.
         */
        get: operations["getCosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List projects
         * @description Lists the organization's projects.
         */
        get: operations["listProjects"];
        put?: never;
        /**
         * Create a project
         * @description Creates a project. With a `webhook_url`, the answer is the only one that shows the webhook's secret.
         */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/projects/{project_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a project
         * @description Reads a project.
         */
        get: operations["getProject"];
        put?: never;
        /**
         * Update a project
         * @description Changes a project. A new `webhook_secret` replaces the old one at once, unless `keep_old_webhook_secret` is sent with
         *     it. A new `webhook_url` where there is no secret and none is sent generates one, which no answer shows: send your own
         *     to know it.
         */
        post: operations["updateProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/projects/{project_id}/api_keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List project keys
         * @description Lists the project's keys.
         */
        get: operations["listProjectApiKeys"];
        put?: never;
        /**
         * Create a project key
         * @description Creates a project key. It belongs to the user who makes it, by a token or by an organization key, and stops when that user
         *     is disabled or removed from the organization. One that has expired opens nothing; it is there until it is deleted. An
         *     archived project gets no new key: 403 `project_archived`.
         */
        post: operations["createProjectApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/projects/{project_id}/api_keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a project key
         * @description Reads a project key.
         */
        get: operations["getProjectApiKey"];
        put?: never;
        /**
         * Update a project key
         * @description Renames a project key, or changes when it expires.
         */
        post: operations["updateProjectApiKey"];
        /**
         * Delete a project key
         * @description Deletes a project key: at once here, and within 5 seconds on every other instance, it opens nothing.
         */
        delete: operations["deleteProjectApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/projects/{project_id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a project
         * @description Archives a project: every call of the Project API is refused until it is made active again.
         */
        post: operations["archiveProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/projects/{project_id}/spend_limit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a project's spend limit
         * @description Reads the spend limit of a project.
         */
        get: operations["getSpendLimit"];
        put?: never;
        /**
         * Set a project's spend limit
         * @description Sets the spend limit of a project, or replaces it. From when the month's calls of models have cost so much, further ones
         *     are refused with `project_spend_limit_exceeded`. What calls in flight may cost is reserved: while the limit is reached only
         *     together with that, further calls get `rate_limit_exceeded` with `Retry-After: 1`. Calls of
         *     models without a price are refused with `model_has_no_price`, unless the setting `limits.unpriced_models` is `allow`.
         *     Calls of custom endpoints and MCP servers cost nothing, and are refused with the others once the limit is reached.
         */
        post: operations["updateSpendLimit"];
        /**
         * Remove a project's spend limit
         * @description Removes the spend limit of a project.
         */
        delete: operations["deleteSpendLimit"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/projects/{project_id}/webhook_deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook deliveries
         * @description Lists the deliveries of a project's webhook of the last 30 days.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/projects/{project_id}/webhook_deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook delivery
         * @description Reads a delivery, with what was sent and every attempt.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/projects/{project_id}/webhook_deliveries/{delivery_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend a webhook delivery
         * @description Sends the event of a delivery once more: the same body, as a new delivery with attempts of its own.
         */
        post: operations["resendWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/projects/{project_id}/webhook_test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event to a project's webhook
         * @description Tries a project's webhook out: sends an event about a made-up batch, signed and retried like any other.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/usage/completions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get usage of completions
         * @description Reports calls of chat, completions and responses, and their tokens.
         */
        get: operations["getCompletionsUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/usage/embeddings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get usage of embeddings
         * @description Reports calls of embedding models, and their tokens.
         */
        get: operations["getEmbeddingsUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/usage/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get usage of file storage
         * @description Reports how many bytes files hold.
         */
        get: operations["getFilesUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/usage/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get usage of the Project API in requests
         * @description Reports calls of the Project API.
         */
        get: operations["getRequestsUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/usage/vector_stores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get usage of vector stores
         * @description Reports how many bytes vector stores hold.
         */
        get: operations["getVectorStoresUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members
         * @description Lists the members of the organization.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/users/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a member
         * @description Reads a member.
         */
        get: operations["getMember"];
        put?: never;
        /**
         * Change a member's role
         * @description Sets a member's role. An organization key makes nobody an owner, and takes no owner's role, unless the user who made the
         *     key is an owner, or an admin, at that moment: 403 `insufficient_permissions`. The member who is accountable for the
         *     organization stays an owner: 409 `accountable_owner`.
         */
        post: operations["updateMember"];
        /**
         * Remove a member
         * @description Removes a member: at once here, and within 5 seconds on every other instance, the user's tokens do not reach the
         *     organization. The keys of the organization and its projects that the member made stop too, for good; with `keep_keys`
         *     they are handed to the organization instead, and go on. The audit log has a `credential_revoked` or `credential_kept` for
         *     each. The member's open invitations make nobody a member any more. An organization key removes an owner only while the
         *     user who made the key is an owner, or an admin: 403 `insufficient_permissions`. The member who is accountable for the
         *     organization cannot be removed: 409 `accountable_owner`.
         */
        delete: operations["deleteMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reset_password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a password reset
         * @description Mails a link that sets a new password, if there is an account with the address. The answer and its time are the same
         *     where there is none, and where no mail is sent because too many were asked for: at most 3 an hour go to one address,
         *     and 20 an hour for one caller. A newer link replaces the one before.
         */
        post: operations["createPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reset_password/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password by a reset link
         * @description Sets a new password by a link, once. It ends every sign-in of the user and mails a notice; it does not sign in. API
         *     keys stay. A token that is unknown, used, expired or replaced is 400 `token_invalid`.
         */
        post: operations["confirmPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reset_password/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a password reset link
         * @description Says whose password a link sets. The link stays good.
         */
        post: operations["validatePasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/responses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a response
         * @description Asks a model for a response. With `stream: true` the answer is a stream of events.
         */
        post: operations["createResponse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/responses/{response_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a response
         * @description Reads a response that its upstream keeps; with `stream=true`, its events.
         */
        get: operations["getResponse"];
        put?: never;
        post?: never;
        /**
         * Delete a response
         * @description Has the upstream delete a response.
         */
        delete: operations["deleteResponse"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/responses/{response_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a background response
         * @description Has the upstream stop working on a response that it makes in the background.
         */
        post: operations["cancelResponse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/responses/{response_id}/input_items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the input items of a response
         * @description Lists what a response was an answer to, as its upstream has it.
         */
        get: operations["listInputItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an upload
         * @description Begins an upload.
         */
        post: operations["createUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/uploads/{upload_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an upload
         * @description Gives an upload up, with its parts.
         */
        post: operations["cancelUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/uploads/{upload_id}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete an upload
         * @description Makes a file of the parts.
         */
        post: operations["completeUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/uploads/{upload_id}/parts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a part to an upload
         * @description Adds a part to an upload.
         */
        post: operations["addUploadPart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vector_stores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List vector stores
         * @description Lists the project's vector stores.
         */
        get: operations["listVectorStores"];
        put?: never;
        /**
         * Create a vector store
         * @description Creates a vector store.
         */
        post: operations["createVectorStore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vector_stores/{vector_store_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a vector store
         * @description Reads a vector store.
         */
        get: operations["getVectorStore"];
        put?: never;
        /**
         * Update a vector store
         * @description Changes a vector store.
         */
        post: operations["modifyVectorStore"];
        /**
         * Delete a vector store
         * @description Deletes a vector store. Its files stay.
         */
        delete: operations["deleteVectorStore"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vector_stores/{vector_store_id}/file_batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Attach a batch of files to a vector store
         * @description Attaches files to a vector store, and begins to process them. Those that the store has already, completed and in chunks
         *     of the same sizes, are `completed` at once and take the new attributes; a batch of nothing else is finished when it is
         *     made.
         */
        post: operations["createVectorStoreFileBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vector_stores/{vector_store_id}/file_batches/{batch_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a file batch
         * @description Reads the state of a batch.
         */
        get: operations["getVectorStoreFileBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vector_stores/{vector_store_id}/file_batches/{batch_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a file batch
         * @description Cancels the files of a batch that are not finished; those that are stay in the store. A batch that has finished stays as it is.
         */
        post: operations["cancelVectorStoreFileBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vector_stores/{vector_store_id}/file_batches/{batch_id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the files of a file batch
         * @description Lists the files of a batch, by the id of the file: in the order in which they were uploaded, while `created_at` is when
         *     they were attached.
         */
        get: operations["listFilesInVectorStoreBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vector_stores/{vector_store_id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the files of a vector store
         * @description Lists the files of a vector store, by the id of the file: in the order in which they were uploaded, while `created_at`
         *     is when they were attached.
         */
        get: operations["listVectorStoreFiles"];
        put?: never;
        /**
         * Attach a file to a vector store
         * @description Attaches a file to a vector store, and begins to process it. A file that the store has already, completed and in chunks
         *     of the same sizes, is `completed` at once and takes the new attributes; detach it first to have it processed again. Any
         *     other that the store has is processed anew: until that is done, it is not found.
         */
        post: operations["createVectorStoreFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vector_stores/{vector_store_id}/files/{file_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a file of a vector store
         * @description Reads the state of a file in a vector store.
         */
        get: operations["getVectorStoreFile"];
        put?: never;
        /**
         * Update the attributes of a file of a vector store
         * @description Changes the attributes of a file in a vector store.
         */
        post: operations["updateVectorStoreFileAttributes"];
        /**
         * Detach a file from a vector store
         * @description Detaches a file from a vector store. The file itself stays.
         */
        delete: operations["deleteVectorStoreFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vector_stores/{vector_store_id}/files/{file_id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the text of a file of a vector store
         * @description Reads the text of a file as the vector store has it. A file that is not completed has none.
         */
        get: operations["retrieveVectorStoreFileContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vector_stores/{vector_store_id}/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search a vector store
         * @description Searches a vector store. It sees every file that was completed before, and none that was removed. A search counts as a
         *     use of the store. A store that has expired is not searched: 409. Where the store's embedding model is an upstream's and
         *     does not answer, 502 or 504: a search with the ranker `keyword` does not need it.
         */
        post: operations["searchVectorStore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{custom_endpoint}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Send GET to a custom endpoint
         * @description Reads from a custom endpoint: a path that the configuration names, `/v1/ocr` for one, and an upstream answers. Only
         *     paths that are written as in the configuration are there. Query and answer pass through untouched.
         */
        get: operations["getCustomEndpoint"];
        /**
         * Send PUT to a custom endpoint
         * @description Puts to a custom endpoint. Query, body and answer pass through untouched. Where a project may use some models only, the
         *     server has to be able to tell which one is named: the body is then JSON (UTF-8, without a byte order mark), a form, an
         *     image, audio, video, a PDF or `application/octet-stream`; 415 for another, and for JSON that it cannot read.
         */
        put: operations["putCustomEndpoint"];
        /**
         * Send POST to a custom endpoint
         * @description Sends to a custom endpoint. Query, body and answer pass through untouched. Where a project may use some models only, the
         *     server has to be able to tell which one is named: the body is then JSON (UTF-8, without a byte order mark), a form, an
         *     image, audio, video, a PDF or `application/octet-stream`; 415 for another, and for JSON that it cannot read.
         */
        post: operations["postCustomEndpoint"];
        /**
         * Send DELETE to a custom endpoint
         * @description Deletes at a custom endpoint. Query and answer pass through untouched.
         */
        delete: operations["deleteCustomEndpoint"];
        options?: never;
        head?: never;
        /**
         * Send PATCH to a custom endpoint
         * @description Patches at a custom endpoint. Query, body and answer pass through untouched. Where a project may use some models only, the
         *     server has to be able to tell which one is named: the body is then JSON (UTF-8, without a byte order mark), a form, an
         *     image, audio, video, a PDF or `application/octet-stream`; 415 for another, and for JSON that it cannot read.
         */
        patch: operations["patchCustomEndpoint"];
        trace?: never;
    };
}
export interface webhooks {
    "vector_store.file_batch.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A file batch was cancelled
         * @description A batch was cancelled before any of its files could be searched.
         */
        post: operations["onFileBatchCancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "vector_store.file_batch.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A file batch was completed
         * @description A batch has ended, and at least one of its files can be searched.
         */
        post: operations["onFileBatchCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "vector_store.file_batch.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A file batch failed
         * @description No file of a batch could be read.
         */
        post: operations["onFileBatchFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @description The invitation was accepted.
         * @example {
         *       "status": "ok",
         *       "organization_id": "org_01KF0FX1B1ET11BJZ2BDTPTVRC"
         *     }
         */
        AcceptedInvitation: {
            /**
             * @description That the user is a member now.
             * @enum {string}
             */
            status: "ok";
            organization_id: components["schemas"]["Id"];
        };
        /**
         * @description The signed-in user.
         * @example {
         *       "id": "user_01KF0FV2V10WPQDKJBN821WAWP",
         *       "object": "user",
         *       "email": "ada@example.com",
         *       "name": "Ada Lovelace",
         *       "is_admin": false,
         *       "default_organization_id": "org_01KF0FX1B1ET11BJZ2BDTPTVRC",
         *       "organizations": [
         *         {
         *           "id": "org_01KF0FX1B1ET11BJZ2BDTPTVRC",
         *           "name": "Analytical Engines",
         *           "role": "owner"
         *         }
         *       ],
         *       "created_at": 1768469400
         *     }
         */
        Account: {
            id: components["schemas"]["Id"];
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "user";
            email: components["schemas"]["EmailAddress"];
            /** @description Null: not known. */
            name: components["schemas"]["Name"] | null;
            /** @description Whether the user manages the server: all users, organizations and projects. */
            is_admin: boolean;
            /** @description The organization of calls that name none: the first that the user owns or joins, unless another was chosen. */
            default_organization_id: components["schemas"]["Id"] | null;
            /** @description The organizations that the user belongs to, oldest first. */
            organizations: components["schemas"]["AccountOrganization"][];
            created_at: components["schemas"]["UnixSeconds"];
        };
        /** @description An organization that the signed-in user belongs to. */
        AccountOrganization: {
            id: components["schemas"]["Id"];
            name: components["schemas"]["Name"];
            role: components["schemas"]["OrganizationRole"];
        };
        /** @description A part of an upload, as a form. */
        AddUploadPartForm: {
            /** @description The content: at most 64 MiB. */
            data: unknown;
        };
        /**
         * @description A key that authorizes one organization and all its projects.
         * @example {
         *       "id": "key_01KF0FZ2RSXF85VH0SGH9WME76",
         *       "object": "organization.admin_api_key",
         *       "name": "Deployment",
         *       "redacted_value": "svcorg_...dS3",
         *       "owner": {
         *         "type": "user",
         *         "object": "organization.user",
         *         "id": "user_01KF0FV2V10WPQDKJBN821WAWP",
         *         "name": "Ada Lovelace",
         *         "created_at": 1768469400,
         *         "role": "owner"
         *       },
         *       "status": "active",
         *       "kept_by": null,
         *       "created_at": 1768469531,
         *       "expires_at": null,
         *       "last_used_at": null
         *     }
         */
        AdminApiKey: {
            id: components["schemas"]["Id"];
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "organization.admin_api_key";
            name: components["schemas"]["Name"];
            /** @description The beginning and the end of the key, the middle as dots. */
            redacted_value: string;
            owner: components["schemas"]["KeyOwner"];
            /**
             * @description `revoked`: the key opens nothing, since its owner is disabled, or was removed from the organization. The keys of a
             *     disabled owner work again once the owner is enabled. Whether the key has expired is another matter: see `expires_at`.
             * @enum {string}
             */
            status: "active" | "revoked";
            /**
             * @description The user who handed the key to the organization when its owner was removed; null: nobody did, and the key stops with
             *     its owner. Keys that are made with such a key are the organization's too.
             */
            kept_by: components["schemas"]["Id"] | null;
            created_at: components["schemas"]["UnixSeconds"];
            /** @description Null: it does not expire. */
            expires_at: components["schemas"]["UnixSeconds"] | null;
            /** @description Null until its first use. */
            last_used_at: components["schemas"]["UnixSeconds"] | null;
        };
        /** @description A page of AdminApiKey rows. */
        AdminApiKeyList: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["AdminApiKey"][];
            /** @description The id of the first row; null when there is none. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null when there is none. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description Whether there are more rows in the direction of the walk. */
            has_more: boolean;
        };
        /**
         * @description The configuration, nested as in the file that `SVC_CONFIG` names. A secret reads `••••••••` where it is set, else null.
         * @example {
         *       "server": {
         *         "host": "127.0.0.1",
         *         "port": 8080
         *       },
         *       "tokens": {
         *         "access_seconds": 3600
         *       },
         *       "worker": {
         *         "token": "••••••••"
         *       }
         *     }
         */
        AdminConfig: {
            [key: string]: unknown;
        };
        /** @description The server lives. */
        Alive: {
            /**
             * @description It lives: there is no other answer.
             * @enum {string}
             */
            status: "ok";
        };
        /** @description An amount of money. */
        Amount: {
            /**
             * Format: double
             * @description In whole units of the currency.
             */
            value: number;
            /**
             * @description US dollars.
             * @enum {string}
             */
            currency: "usd";
        };
        /**
         * @description What a worker says of itself.
         * @example {
         *       "name": "gpu-1",
         *       "models": [
         *         "gpt-4o-mini"
         *       ]
         *     }
         */
        AnnounceFineTuningWorkerRequest: {
            /** @description Unique on this server: a second announcement of one name is a sign of life. */
            name: components["schemas"]["Name"];
            /** @description The models that it can fine-tune. */
            models: components["schemas"]["ModelId"][];
        };
        /** @description The name of an attribute. */
        AttributeName: string;
        /** @description A value of an attribute that a list may hold. */
        AttributeValue: components["schemas"]["MetadataText"] | number;
        /** @description Several values of attributes. */
        AttributeValues: components["schemas"]["AttributeValue"][];
        /** @description Who did it. */
        AuditActor: {
            /**
             * @description Whether a key was used.
             * @enum {string}
             */
            type: "session" | "api_key";
            /** @description Set where no key was used. */
            session?: components["schemas"]["AuditSession"];
            /** @description Set where a key was used. */
            api_key?: components["schemas"]["AuditApiKey"];
        };
        /** @description Something done with a key. */
        AuditApiKey: {
            /** @description The key. */
            id: components["schemas"]["Id"];
            /**
             * @description Keys belong to users.
             * @enum {string}
             */
            type: "user";
            /** @description The user whom the key belongs to, where it says so. */
            user: components["schemas"]["AuditUser"];
        };
        /**
         * Format: log-entry-id
         * @description A cursor in the audit log.
         */
        AuditCursor: string;
        /** @description What happened, as a thing and what became of it: `project.created`, `api_key.deleted`, `config.revealed`. */
        AuditEventType: string;
        /**
         * @description Something that somebody did. Under the name of its type it has an object with the details: the `id` of what it was done to among them.
         * @example {
         *       "id": "audit_01KF0G0WCHRK34H1GGF5TREFPF",
         *       "object": "organization.audit_log",
         *       "type": "project.created",
         *       "effective_at": 1768469590,
         *       "organization_id": "org_01KF0FX1B1ET11BJZ2BDTPTVRC",
         *       "project": {
         *         "id": "proj_01KF0G0WCHRK34H1GGF5TREFPF"
         *       },
         *       "actor": {
         *         "type": "session",
         *         "session": {
         *           "user": {
         *             "id": "user_01KF0FV2V10WPQDKJBN821WAWP",
         *             "email": "ada@example.com"
         *           },
         *           "ip_address": "203.0.113.7"
         *         }
         *       },
         *       "ip_address": "203.0.113.7",
         *       "request_id": "5f0c1c1e-7d55-4c56-8f1a-5b8a4c7f4d1b",
         *       "target_id": "proj_01KF0G0WCHRK34H1GGF5TREFPF",
         *       "project.created": {
         *         "id": "proj_01KF0G0WCHRK34H1GGF5TREFPF",
         *         "name": "Search"
         *       }
         *     }
         */
        AuditLog: {
            id: components["schemas"]["Id"];
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "organization.audit_log";
            /** @description What happened. */
            type: components["schemas"]["AuditEventType"];
            /** @description When. */
            effective_at: components["schemas"]["UnixSeconds"];
            /** @description Null for what concerns the whole server. */
            organization_id: components["schemas"]["Id"] | null;
            /** @description Null for what was not done in a project. */
            project: components["schemas"]["AuditProject"] | null;
            /** @description Who did it. */
            actor: components["schemas"]["AuditActor"];
            /** @description Where the call came from; empty for the server's own command line. */
            ip_address: string;
            /** @description The call that did it. */
            request_id: string;
            /** @description What it was done to, where that is one thing. */
            target_id: string | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A page of AuditLog rows. */
        AuditLogList: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["AuditLog"][];
            /** @description The id of the first row; null when there is none. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null when there is none. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description Whether there are more rows in the direction of the walk. */
            has_more: boolean;
        };
        /** @description The project that it was done in. */
        AuditProject: {
            id: components["schemas"]["Id"];
        };
        /** @description Something done by a person who had signed in, or wanted to. */
        AuditSession: {
            /** @description Who it was. */
            user: components["schemas"]["AuditUser"];
            /** @description Where the call came from; empty for the server's own command line. */
            ip_address: string;
        };
        /** @description A user who did something. */
        AuditUser: {
            /** @description Null where it is not known: somebody failed to sign in. */
            id: components["schemas"]["Id"] | null;
            /** @description Null where a key was used. */
            email: components["schemas"]["EmailAddress"] | null;
        };
        /** @description A vector as the base64 of its little-endian 32-bit floats. */
        Base64Vector: string;
        /**
         * @description What a page of the server needs in order to call the API: it keeps that in memory alone.
         * @example {
         *       "access_token": "svcuser_xmOSZZrwocLApDv4SX3FQYPVIZ88ZKy6p1MaFcmKGN747cgcb",
         *       "token_type": "bearer",
         *       "access_expires_at": 1768473131
         *     }
         */
        BrowserSession: {
            /** @description Authorizes calls. Begins `svcuser_`. */
            access_token: string;
            /**
             * @description How the access token is sent: `Authorization: Bearer …`.
             * @enum {string}
             */
            token_type: "bearer";
            access_expires_at: components["schemas"]["UnixSeconds"];
        };
        /**
         * Format: int64
         * @description US cents: up to nine million dollars.
         * @example 10000
         */
        Cents: number;
        /**
         * @description Settings to change, nested as in the configuration: those that `live` says of in the provenance. Null brings back what
         *     the file or the default says. Whatever is no such setting is refused.
         *
         *     A list, such as `upstreams`, is replaced as a whole. `••••••••` in it stands for the secret that the item of that name
         *     has, as long as its host stays the same. Upstreams that are named here are at public addresses, in a network that
         *     `SVC_UPSTREAM_ALLOWED_CIDRS` names, or at an origin that the file names an upstream at.
         * @example {
         *       "tokens": {
         *         "access_seconds": 1800
         *       },
         *       "upstream": {
         *         "timeout_seconds": null
         *       }
         *     }
         */
        ChangeAdminConfigRequest: {
            [key: string]: unknown;
        };
        /** @description A user after a change, with what the change did to the keys that the user made. */
        ChangedUser: {
            id: components["schemas"]["Id"];
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "user";
            email: components["schemas"]["EmailAddress"];
            /** @description Null: not known. */
            name: components["schemas"]["Name"] | null;
            /** @description Whether the user manages the server: all users, organizations and projects. */
            is_admin: boolean;
            /** @description A disabled user cannot sign in. None of the user's tokens, nor of the keys that the user made, opens anything. */
            disabled: boolean;
            /** @description The organization of calls that name none; null: there is none yet. */
            default_organization_id: components["schemas"]["Id"] | null;
            /** @description How many organization and project keys work because this user made them. They stop when the user is disabled. */
            active_keys: components["schemas"]["Count"];
            created_at: components["schemas"]["UnixSeconds"];
            /** @description How many keys stopped with this change, if any: at once here, and within 5 seconds on every other instance. */
            revoked_keys?: components["schemas"]["Count"];
            /** @description How many keys work again since this change, if any. */
            restored_keys?: components["schemas"]["Count"];
        };
        /** @description One of the answers. */
        ChatChoice: {
            /** @description Which of the answers. */
            index: components["schemas"]["Count"];
            /** @description What the model says. */
            message: components["schemas"]["ChatMessage"];
            /** @description Why it ends: `stop`, `length`, `tool_calls`, `content_filter`, or another reason of the upstream. */
            finish_reason: string | null;
        } & {
            [key: string]: unknown;
        };
        /** @description What a model says next, as the upstream has it. */
        ChatCompletion: {
            /** @description The upstream's id of the answer. */
            id: string;
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "chat.completion";
            /** @description When it was made. */
            created: components["schemas"]["UnixSeconds"];
            /** @description The model that answered. */
            model: string;
            /** @description The answers. */
            choices: components["schemas"]["ChatChoice"][];
            /** @description What the call used. */
            usage?: components["schemas"]["CompletionUsage"] | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description What to say next, and how. The server reads what is described here; everything else goes to the upstream as it is,
         *     but for members that would tell the upstream whom to ask or with which credential.
         * @example {
         *       "model": "gpt-oss-120b",
         *       "messages": [
         *         {
         *           "role": "user",
         *           "content": "Say hello."
         *         }
         *       ],
         *       "stream": true,
         *       "stream_options": {
         *         "include_usage": true
         *       }
         *     }
         */
        ChatCompletionRequest: {
            /** @description The model to ask; see GET /v1/models. */
            model: components["schemas"]["KnownModelId"];
            /** @description The conversation so far. */
            messages: components["schemas"]["ChatMessage"][];
            /** @description Whether the answer comes as a stream of events. */
            stream?: boolean | null;
            /** @description How the stream is to be. */
            stream_options?: components["schemas"]["StreamOptions"] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A message of a conversation. */
        ChatMessage: {
            /** @description Who speaks: `system`, `developer`, `user`, `assistant`, `tool`, or whatever else the upstream knows. */
            role: string;
            /** @description A text, or a list of parts. */
            content?: unknown;
        } & {
            [key: string]: unknown;
        };
        /** @description How files are cut into chunks. */
        ChunkingStrategy: {
            type: components["schemas"]["ChunkingType"];
            static: components["schemas"]["StaticChunking"];
        };
        /** @description How files are cut into chunks. */
        ChunkingStrategyRequest: {
            /** @default auto */
            type: components["schemas"]["ChunkingType"];
            /** @description With `static`. */
            static?: components["schemas"]["StaticChunkingRequest"];
        };
        /**
         * @description `auto` takes the server's sizes, `static` those that come along.
         * @enum {string}
         */
        ChunkingType: "auto" | "static";
        /**
         * @description Compares an attribute of a file with a value. Values of different types are never equal and have no order; texts are
         *     ordered by code points, and nothing is greater or less than a boolean. A file that lacks the attribute passes `ne` only.
         */
        ComparisonFilter: {
            /**
             * @description Equal, not equal, greater, greater or equal, less, less or equal.
             * @enum {string}
             */
            type: "eq" | "ne" | "gt" | "gte" | "lt" | "lte";
            key: components["schemas"]["AttributeName"];
            /** @description What the attribute is compared with. */
            value: components["schemas"]["MetadataValue"];
        };
        /**
         * @description The parts of an upload, put together.
         * @example {
         *       "part_ids": [
         *         "part_01M7XY3JZR2E7JP3HNP3VFFZ2W"
         *       ],
         *       "md5": "b026324c6904b2a9cb4b88d6d61c81d1"
         *     }
         */
        CompleteUploadRequest: {
            /** @description The parts, in their order in the file. Together they have the size that the upload declared. */
            part_ids: components["schemas"]["UploadPartId"][];
            /** @description The MD5 of the whole file in hexadecimal digits, where it is to be checked. */
            md5?: string;
        };
        /** @description How a text goes on, as the upstream has it. */
        Completion: {
            /** @description The upstream's id of the answer. */
            id: string;
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "text_completion";
            /** @description When it was made. */
            created: components["schemas"]["UnixSeconds"];
            /** @description The model that answered. */
            model: string;
            /** @description The continuations. */
            choices: components["schemas"]["CompletionChoice"][];
            /** @description What the call used. */
            usage?: components["schemas"]["CompletionUsage"] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description One of the continuations. */
        CompletionChoice: {
            /** @description Which of the continuations. */
            index: components["schemas"]["Count"];
            /** @description How it goes on. */
            text: string;
            /** @description Why it ends. */
            finish_reason: string | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description A text to go on with. What is not described here goes to the upstream as it is.
         * @example {
         *       "model": "gpt-oss-120b",
         *       "prompt": "Once upon a time",
         *       "stream": true,
         *       "stream_options": {
         *         "include_usage": true
         *       }
         *     }
         */
        CompletionRequest: {
            /** @description The model to ask; see GET /v1/models. */
            model: components["schemas"]["KnownModelId"];
            /** @description A text, a list of texts, or tokens in place of them. */
            prompt?: unknown;
            /** @description Whether the answer comes as a stream of events. */
            stream?: boolean | null;
            /** @description How the stream is to be. */
            stream_options?: components["schemas"]["StreamOptions"] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description What a call used, as the upstream counts it. */
        CompletionUsage: {
            /** @description Tokens that were read. */
            prompt_tokens: components["schemas"]["Count"];
            /** @description Tokens that were written. */
            completion_tokens?: components["schemas"]["Count"];
            /** @description Both. */
            total_tokens?: components["schemas"]["Count"];
        } & {
            [key: string]: unknown;
        };
        /** @description Tokens and calls of models. */
        CompletionsUsage: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "organization.usage.completions.result";
            /** @description Tokens that models read. */
            input_tokens: components["schemas"]["Count"];
            /** @description Those of them that models had kept from earlier calls, as far as their upstreams say. */
            input_cached_tokens: components["schemas"]["Count"];
            /** @description Tokens that models wrote. */
            output_tokens: components["schemas"]["Count"];
            /** @description Calls that were sent to a model. */
            num_model_requests: components["schemas"]["Count"];
            /** @description Those of them that had no complete answer. */
            num_failed_requests: components["schemas"]["Count"];
            /** @description The project. */
            project_id: components["schemas"]["Id"] | null;
            /** @description The user who called without a key. */
            user_id: components["schemas"]["Id"] | null;
            /** @description The key. */
            api_key_id: components["schemas"]["Id"] | null;
            /** @description The model. */
            model: components["schemas"]["ModelId"] | null;
        };
        /** @description What was used in a span of time, as CompletionsUsage. */
        CompletionsUsageBucket: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "bucket";
            /** @description When it begins. */
            start_time: components["schemas"]["UnixSeconds"];
            /** @description When it ends; the next one begins then. */
            end_time: components["schemas"]["UnixSeconds"];
            /** @description One result for each group; none where nothing was used. */
            results: components["schemas"]["CompletionsUsage"][];
        };
        /** @description Buckets of CompletionsUsage, in the order of time, without a gap. */
        CompletionsUsagePage: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "page";
            /** @description The buckets. */
            data: components["schemas"]["CompletionsUsageBucket"][];
            /** @description Whether the report goes on. */
            has_more: boolean;
            /** @description Sent as `page`, it brings the rest; null at the end. */
            next_page: components["schemas"]["UsagePageCursor"] | null;
        };
        /** @description All of several filters, or at least one of them. They may hold such filters again, three deep in all. */
        CompoundFilter: {
            /**
             * @description `and`: all of them. `or`: at least one.
             * @enum {string}
             */
            type: "and" | "or";
            /** @description The filters. */
            filters: (components["schemas"]["ComparisonFilter"] | components["schemas"]["MembershipFilter"] | components["schemas"]["InnerCompoundFilter"])[];
        };
        /** @description A setting's dotted path. */
        ConfigPath: string;
        /** @description Every setting, and where its value comes from. */
        ConfigProvenance: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "config.provenance";
            /** @description The settings, in the order of the configuration. */
            settings: components["schemas"]["SettingProvenance"][];
        };
        /**
         * @description Where the value of a setting comes from; each stands above those before it.
         * @enum {string}
         */
        ConfigSource: "default" | "file" | "stored" | "environment";
        /**
         * @description The link that was opened, and the new password.
         * @example {
         *       "token": "svcreset_0Yl3hTqVb8KdXw5RmZ2cJ7nPfA1sGuE9oLiQ4tHxDyBvC6kWjN",
         *       "password": "a longer staple than before"
         *     }
         */
        ConfirmPasswordResetRequest: {
            token: components["schemas"]["LinkToken"];
            password: components["schemas"]["NewPassword"];
        };
        /**
         * @description What the costs in a bucket are grouped by; `line_item` is the model.
         * @enum {string}
         */
        CostGroup: "project_id" | "user_id" | "api_key_id" | "line_item";
        /**
         * @description What calls of models cost, at the prices of the upstreams that answered them when they did.
         * @example {
         *       "object": "organization.costs.result",
         *       "amount": {
         *         "value": 0.06,
         *         "currency": "usd"
         *       },
         *       "line_item": "large",
         *       "project_id": null,
         *       "user_id": null,
         *       "api_key_id": null
         *     }
         */
        Costs: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "organization.costs.result";
            amount: components["schemas"]["Amount"];
            /** @description The model; null where the report is not grouped by it. */
            line_item: components["schemas"]["ModelId"] | null;
            /** @description The project. */
            project_id: components["schemas"]["Id"] | null;
            /** @description The user who called without a key. */
            user_id: components["schemas"]["Id"] | null;
            /** @description The key. */
            api_key_id: components["schemas"]["Id"] | null;
        };
        /** @description What was used in a span of time, as Costs. */
        CostsBucket: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "bucket";
            /** @description When it begins. */
            start_time: components["schemas"]["UnixSeconds"];
            /** @description When it ends; the next one begins then. */
            end_time: components["schemas"]["UnixSeconds"];
            /** @description One result for each group; none where nothing was used. */
            results: components["schemas"]["Costs"][];
        };
        /** @description Buckets of Costs, in the order of time, without a gap. */
        CostsPage: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "page";
            /** @description The buckets. */
            data: components["schemas"]["CostsBucket"][];
            /** @description Whether the report goes on. */
            has_more: boolean;
            /** @description Sent as `page`, it brings the rest; null at the end. */
            next_page: components["schemas"]["UsagePageCursor"] | null;
        };
        /**
         * Format: int64
         * @description A count of things.
         */
        Count: number;
        /** @description A new file, as the parts of a form. */
        CreateFileForm: {
            /** @description The content, with its filename. */
            file: unknown;
            purpose: components["schemas"]["FilePurpose"];
            /**
             * @description When the file is deleted by itself; left out: never. Sent as two parts, `expires_after[anchor]` and
             *     `expires_after[seconds]`, or as one part of JSON.
             */
            expires_after?: components["schemas"]["FileExpiration"];
        };
        /**
         * @description Whom to invite, and where.
         * @example {
         *       "email": "grace@example.com",
         *       "organization_id": "org_01KF0FX1B1ET11BJZ2BDTPTVRC"
         *     }
         */
        CreateInvitationRequest: {
            email: components["schemas"]["EmailAddress"];
            organization_id: components["schemas"]["Id"];
        };
        /**
         * @description A key that is to be made.
         * @example {
         *       "name": "Deployment",
         *       "expires_in_seconds": 7776000
         *     }
         */
        CreateKeyRequest: {
            /** @description For people; it need not be unique. */
            name: components["schemas"]["Name"];
            /** @description Left out: it does not expire. */
            expires_in_seconds?: components["schemas"]["KeyLifetime"];
        };
        /**
         * @description A new organization.
         * @example {
         *       "name": "Analytical Engines"
         *     }
         */
        CreateOrganizationRequest: {
            name: components["schemas"]["Name"];
            /** @description The user who is accountable for it, and its first owner; the caller when it is left out. */
            owner_id?: components["schemas"]["Id"];
        };
        /**
         * @description Whose password was forgotten.
         * @example {
         *       "email": "ada@example.com"
         *     }
         */
        CreatePasswordResetRequest: {
            email: components["schemas"]["EmailAddress"];
        };
        /**
         * @description A new project.
         * @example {
         *       "name": "Search",
         *       "status": "active",
         *       "models": [
         *         "gpt-4o-mini"
         *       ],
         *       "custom_endpoints": [
         *         "/v1/ocr"
         *       ],
         *       "mcp_prefixes": [
         *         "docs"
         *       ],
         *       "limits": {
         *         "requests_per_minute": 600
         *       },
         *       "webhook_url": "https://hooks.example.com/svc",
         *       "webhook_secret": "a secret of your own",
         *       "webhook_signing": "literal"
         *     }
         */
        CreateProjectRequest: {
            name: components["schemas"]["Name"];
            /** @default active */
            status: components["schemas"]["ProjectStatus"];
            /** @description The models that it may use; empty: all. */
            models?: components["schemas"]["ModelId"][];
            /** @description The custom endpoints that it may use; empty: all. */
            custom_endpoints?: components["schemas"]["EndpointPath"][];
            /** @description The MCP servers that it may use. */
            mcp_prefixes?: components["schemas"]["McpPrefixes"];
            limits?: components["schemas"]["ProjectLimits"];
            /** @description Where its events go; null stops deliveries and drops the secret. */
            webhook_url?: components["schemas"]["WebhookUrl"] | null;
            /** @description With a `webhook_url` only; left out, one is generated. */
            webhook_secret?: components["schemas"]["WebhookSecret"];
            /** @description `standard` and `dual` need a secret that spells 24 to 64 bytes in base64 behind `whsec_`, as generated ones do. */
            webhook_signing?: components["schemas"]["WebhookSigning"];
        };
        /**
         * @description A new upload.
         * @example {
         *       "filename": "handbook.pdf",
         *       "bytes": 104857600,
         *       "mime_type": "application/pdf",
         *       "purpose": "assistants",
         *       "expires_after": {
         *         "anchor": "created_at",
         *         "seconds": 86400
         *       }
         *     }
         */
        CreateUploadRequest: {
            filename: components["schemas"]["Filename"];
            /**
             * Format: int64
             * @description The size of the whole file.
             */
            bytes: number;
            mime_type: components["schemas"]["MediaType"];
            purpose: components["schemas"]["FilePurpose"];
            /** @description When the file is deleted by itself; left out: never. */
            expires_after?: components["schemas"]["FileExpiration"];
        };
        /**
         * @description Files for a vector store: either `file_ids` or `files`. A file that is named twice is taken once.
         * @example {
         *       "file_ids": [
         *         "file-01M7XY3JZR2E7JP3HNP3VFFZ2W"
         *       ],
         *       "attributes": {
         *         "author": "Ada",
         *         "year": 1843
         *       },
         *       "chunking_strategy": {
         *         "type": "static",
         *         "static": {
         *           "max_chunk_size_tokens": 800,
         *           "chunk_overlap_tokens": 400
         *         }
         *       }
         *     }
         */
        CreateVectorStoreFileBatchRequest: {
            /** @description Files that share their attributes and their chunking strategy. */
            file_ids?: components["schemas"]["FileId"][];
            /** @description Files with attributes and a chunking strategy of their own. */
            files?: components["schemas"]["CreateVectorStoreFileRequest"][];
            /** @description What a search can filter by; of `file_ids` only. */
            attributes?: components["schemas"]["Metadata"] | null;
            /** @description Of `file_ids` only; left out: the store's. */
            chunking_strategy?: components["schemas"]["ChunkingStrategyRequest"];
        };
        /**
         * @description A file for a vector store.
         * @example {
         *       "file_id": "file-01M7XY3JZR2E7JP3HNP3VFFZ2W",
         *       "attributes": {
         *         "author": "Ada",
         *         "year": 1843
         *       },
         *       "chunking_strategy": {
         *         "type": "static",
         *         "static": {
         *           "max_chunk_size_tokens": 800,
         *           "chunk_overlap_tokens": 400
         *         }
         *       }
         *     }
         */
        CreateVectorStoreFileRequest: {
            file_id: components["schemas"]["FileId"];
            /** @description What a search can filter by. */
            attributes?: components["schemas"]["Metadata"] | null;
            /** @description Left out: the store's. */
            chunking_strategy?: components["schemas"]["ChunkingStrategyRequest"];
        };
        /**
         * @description A new vector store.
         * @example {
         *       "name": "Handbook",
         *       "expires_after": {
         *         "anchor": "last_active_at",
         *         "days": 30
         *       },
         *       "chunking_strategy": {
         *         "type": "static",
         *         "static": {
         *           "max_chunk_size_tokens": 800,
         *           "chunk_overlap_tokens": 400
         *         }
         *       },
         *       "metadata": {
         *         "team": "support"
         *       },
         *       "image_processing_mode": "ignore",
         *       "file_ids": []
         *     }
         */
        CreateVectorStoreRequest: {
            /** @default  */
            name: components["schemas"]["VectorStoreName"];
            /** @description Files that the store uses. */
            file_ids?: components["schemas"]["FileId"][];
            chunking_strategy?: components["schemas"]["ChunkingStrategyRequest"];
            /** @description Null: the default, which is 36500 days. */
            expires_after?: components["schemas"]["ExpirationPolicyRequest"] | null;
            /** @description Null: none. */
            metadata?: components["schemas"]["Metadata"] | null;
            /**
             * @description What happens to images: nothing, or a vision model describes them before chunking.
             * @default ignore
             * @enum {string}
             */
            image_processing_mode: "ignore" | "description";
        };
        /**
         * @description A new organization key, with its value: it is shown this once.
         * @example {
         *       "id": "key_01KF0FZ2RSXF85VH0SGH9WME76",
         *       "object": "organization.admin_api_key",
         *       "name": "Deployment",
         *       "redacted_value": "svcorg_...dS3",
         *       "owner": {
         *         "type": "user",
         *         "object": "organization.user",
         *         "id": "user_01KF0FV2V10WPQDKJBN821WAWP",
         *         "name": "Ada Lovelace",
         *         "created_at": 1768469400,
         *         "role": "owner"
         *       },
         *       "status": "active",
         *       "kept_by": null,
         *       "created_at": 1768469531,
         *       "expires_at": null,
         *       "last_used_at": null,
         *       "value": "svcorg_5NTeYLWDoEeoA0cGPgkpvtvx18aGtZGopPhNxg8lswI3utdS3"
         *     }
         */
        CreatedAdminApiKey: {
            id: components["schemas"]["Id"];
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "organization.admin_api_key";
            name: components["schemas"]["Name"];
            /** @description The beginning and the end of the key, the middle as dots. */
            redacted_value: string;
            owner: components["schemas"]["KeyOwner"];
            /**
             * @description `revoked`: the key opens nothing, since its owner is disabled, or was removed from the organization. The keys of a
             *     disabled owner work again once the owner is enabled. Whether the key has expired is another matter: see `expires_at`.
             * @enum {string}
             */
            status: "active" | "revoked";
            /**
             * @description The user who handed the key to the organization when its owner was removed; null: nobody did, and the key stops with
             *     its owner. Keys that are made with such a key are the organization's too.
             */
            kept_by: components["schemas"]["Id"] | null;
            created_at: components["schemas"]["UnixSeconds"];
            /** @description Null: it does not expire. */
            expires_at: components["schemas"]["UnixSeconds"] | null;
            /** @description Null until its first use. */
            last_used_at: components["schemas"]["UnixSeconds"] | null;
            /** @description The key. Begins `svcorg_`. */
            value: string;
        };
        /**
         * @description A new project key, with its value: it is shown this once.
         * @example {
         *       "id": "key_01KF0G2J390S227J8JSTF97HF9",
         *       "object": "organization.project.api_key",
         *       "name": "Indexer",
         *       "redacted_value": "svcproj_...XyJ",
         *       "created_at": 1768469645,
         *       "last_used_at": null,
         *       "expires_at": null,
         *       "owner": {
         *         "type": "user",
         *         "user": {
         *           "id": "user_01KF0FV2V10WPQDKJBN821WAWP",
         *           "email": "ada@example.com",
         *           "name": "Ada Lovelace",
         *           "created_at": 1768469400,
         *           "role": "owner"
         *         }
         *       },
         *       "status": "active",
         *       "kept_by": null,
         *       "owner_project_access": "active",
         *       "value": "svcproj_eP4O6foIuvutAs8WchE1bEalpuVItuYbBmIBaA7KfmI3ToXyJ"
         *     }
         */
        CreatedProjectApiKey: {
            id: components["schemas"]["Id"];
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "organization.project.api_key";
            name: components["schemas"]["Name"];
            /** @description The beginning and the end of the key, the middle as dots. */
            redacted_value: string;
            created_at: components["schemas"]["UnixSeconds"];
            /** @description Null until its first use. */
            last_used_at: components["schemas"]["UnixSeconds"] | null;
            /** @description Null: it does not expire. */
            expires_at: components["schemas"]["UnixSeconds"] | null;
            owner: components["schemas"]["ProjectKeyOwner"];
            /**
             * @description `revoked`: the key opens nothing, since its owner is disabled, or was removed from the organization. The keys of a
             *     disabled owner work again once the owner is enabled. Whether the key has expired is another matter: see `expires_at`.
             * @enum {string}
             */
            status: "active" | "revoked";
            /**
             * @description The user who handed the key to the organization when its owner was removed; null: nobody did, and the key stops with
             *     its owner. Keys that are made with such a key are the organization's too.
             */
            kept_by: components["schemas"]["Id"] | null;
            /**
             * @description Whether the owner can still reach the project.
             * @enum {string}
             */
            owner_project_access: "active" | "inactive";
            /** @description The key. Begins `svcproj_`. */
            value: string;
        };
        /** @description A resource that is gone. */
        DeletedAdminApiKey: {
            /** @description The id of what was deleted. */
            id: components["schemas"]["Id"];
            /**
             * @description What kind of thing this is: it says what was deleted.
             * @enum {string}
             */
            object: "organization.admin_api_key.deleted";
            /**
             * @description It is gone: there is no other answer.
             * @enum {boolean}
             */
            deleted: true;
        };
        /** @description A resource that is gone. */
        DeletedInvitation: {
            /** @description The id of what was deleted. */
            id: components["schemas"]["Id"];
            /**
             * @description What kind of thing this is: it says what was deleted.
             * @enum {string}
             */
            object: "invitation.deleted";
            /**
             * @description It is gone: there is no other answer.
             * @enum {boolean}
             */
            deleted: true;
        };
        /**
         * @description A member who was removed, with what became of the keys that the member made in the organization.
         * @example {
         *       "id": "user_01KF0GD9Q3V5Z7X1C2B4N6M8KA",
         *       "object": "organization.user.deleted",
         *       "deleted": true,
         *       "revoked_keys": 2,
         *       "kept_keys": 0
         *     }
         */
        DeletedMember: {
            /** @description The id of what was deleted. */
            id: components["schemas"]["Id"];
            /**
             * @description What kind of thing this is: it says what was deleted.
             * @enum {string}
             */
            object: "organization.user.deleted";
            /**
             * @description It is gone: there is no other answer.
             * @enum {boolean}
             */
            deleted: true;
            /** @description How many keys stopped: at once here, and within 5 seconds on every other instance. */
            revoked_keys: components["schemas"]["Count"];
            /** @description How many keys were handed to the organization. */
            kept_keys: components["schemas"]["Count"];
        };
        /** @description A resource that is gone. */
        DeletedOrganization: {
            /** @description The id of what was deleted. */
            id: components["schemas"]["Id"];
            /**
             * @description What kind of thing this is: it says what was deleted.
             * @enum {string}
             */
            object: "organization.deleted";
            /**
             * @description It is gone: there is no other answer.
             * @enum {boolean}
             */
            deleted: true;
        };
        /** @description A resource that is gone. */
        DeletedProjectApiKey: {
            /** @description The id of what was deleted. */
            id: components["schemas"]["Id"];
            /**
             * @description What kind of thing this is: it says what was deleted.
             * @enum {string}
             */
            object: "organization.project.api_key.deleted";
            /**
             * @description It is gone: there is no other answer.
             * @enum {boolean}
             */
            deleted: true;
        };
        /** @description A response that the upstream no longer keeps. */
        DeletedResponse: {
            /** @description What was deleted. */
            id: components["schemas"]["ResponseId"];
            /** @description What kind of thing it was. */
            object: string;
            /** @description It is gone: there is no other answer. */
            deleted: boolean;
        } & {
            [key: string]: unknown;
        };
        /** @description Says that a project has no spend limit any more. */
        DeletedSpendLimit: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "project.spend_limit.deleted";
            /**
             * @description That it is gone.
             * @enum {boolean}
             */
            deleted: true;
        };
        /** @description A file that is gone. */
        DeletedStoredFile: {
            /** @description The id of what was deleted. */
            id: components["schemas"]["Id"];
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "file";
            /**
             * @description Always `true`.
             * @enum {boolean}
             */
            deleted: true;
        };
        /** @description A resource that is gone. */
        DeletedVectorStore: {
            /** @description The id of what was deleted. */
            id: components["schemas"]["Id"];
            /**
             * @description What kind of thing this is: it says what was deleted.
             * @enum {string}
             */
            object: "vector_store.deleted";
            /**
             * @description It is gone: there is no other answer.
             * @enum {boolean}
             */
            deleted: true;
        };
        /** @description A resource that is gone. */
        DeletedVectorStoreFile: {
            /** @description The id of what was deleted. */
            id: components["schemas"]["Id"];
            /**
             * @description What kind of thing this is: it says what was deleted.
             * @enum {string}
             */
            object: "vector_store.file.deleted";
            /**
             * @description It is gone: there is no other answer.
             * @enum {boolean}
             */
            deleted: true;
        };
        /**
         * Format: double
         * @description An amount of US dollars for a million tokens.
         */
        DollarsPerMillion: number;
        /**
         * @description The limits of a project, each of them.
         *
         *     Before a call of a model is sent, tokens are reserved for it: its input (a third of its bytes; pictures by their size)
         *     and its output, as far as the call bounds it, else as much as calls of the model used lately. A call is let through
         *     while what is used and what is reserved is below the limit; until calls in flight have ended, further ones get 429
         *     `rate_limit_exceeded` with `Retry-After: 1`. All servers together exceed a limit by at most one reservation, and by what
         *     calls in flight use beyond theirs. A server that is killed gives its reservations back within a minute.
         */
        EffectiveProjectLimits: {
            /** @description Calls of the Project API per minute; null: no limit. */
            requests_per_minute: components["schemas"]["Count"] | null;
            /** @description Tokens of models per minute; null: no limit. */
            tokens_per_minute: components["schemas"]["Count"] | null;
            /** @description Tokens of models per day (UTC); null: no limit. */
            tokens_per_day: components["schemas"]["Count"] | null;
            /** @description Tokens of models per month (UTC); null: no limit. */
            tokens_per_month: components["schemas"]["Count"] | null;
            /** @description Bytes in vector stores; null: no limit. */
            vector_store_bytes: components["schemas"]["Count"] | null;
            /** @description Bytes in files; null: no limit. */
            file_bytes: components["schemas"]["Count"] | null;
        };
        /**
         * Format: email-address
         * @description An e-mail address. Two addresses that differ only in the case of ASCII letters are the same one.
         * @example ada@example.com
         */
        EmailAddress: string;
        /** @description A text to embed. */
        EmbeddedText: string;
        /** @description The vector of one text. */
        Embedding: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "embedding";
            /** @description Which of the texts. */
            index: components["schemas"]["Count"];
            /** @description The vector. */
            embedding: components["schemas"]["EmbeddingValue"];
        } & {
            [key: string]: unknown;
        };
        /** @description A text, several, or the same in the model's tokens. */
        EmbeddingInput: components["schemas"]["EmbeddedText"] | components["schemas"]["EmbeddingItems"];
        /** @description A text, a text in the model's tokens, or one of the tokens of a single text. */
        EmbeddingItem: components["schemas"]["EmbeddedText"] | components["schemas"]["TokenList"] | components["schemas"]["Token"];
        /** @description Texts, each in letters or in the model's tokens; or the tokens of one text. Upstreams may take fewer. */
        EmbeddingItems: components["schemas"]["EmbeddingItem"][];
        /** @description The vectors, in the order of the texts. */
        EmbeddingList: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "list";
            /** @description The vectors. */
            data: components["schemas"]["Embedding"][];
            /** @description The model that answered. */
            model: string;
            /** @description What the call used. */
            usage?: components["schemas"]["EmbeddingUsage"];
        } & {
            [key: string]: unknown;
        };
        /**
         * @description What to embed, and how. What is not described here goes to the upstream as it is.
         * @example {
         *       "model": "svc-embedding-384",
         *       "input": "The quick brown fox",
         *       "encoding_format": "float",
         *       "dimensions": 384
         *     }
         */
        EmbeddingRequest: {
            /** @description The model to ask; see GET /v1/models. */
            model: components["schemas"]["KnownModelId"];
            /**
             * @description What to embed. The built-in model, which the server runs itself, takes at most 2048 texts at once of at most 8192
             *     tokens each and 300000 together, none of them empty; its tokens are those of cl100k_base.
             */
            input: components["schemas"]["EmbeddingInput"];
            /**
             * @description How vectors are written: as numbers, or as the base64 of their little-endian 32-bit floats.
             * @enum {string}
             */
            encoding_format?: "float" | "base64";
            /**
             * Format: int32
             * @description The length of the vectors, for models that can shorten theirs. The built-in model cannot: its vectors have 384.
             */
            dimensions?: number;
        } & {
            [key: string]: unknown;
        };
        /** @description What embedding used. */
        EmbeddingUsage: {
            /** @description Tokens that were read. */
            prompt_tokens: components["schemas"]["Count"];
            /** @description The same. */
            total_tokens: components["schemas"]["Count"];
        } & {
            [key: string]: unknown;
        };
        /** @description A vector, in the form that was asked for. */
        EmbeddingValue: components["schemas"]["Vector"] | components["schemas"]["Base64Vector"];
        /** @description Tokens and calls of embedding models. */
        EmbeddingsUsage: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "organization.usage.embeddings.result";
            /** @description Tokens that models read. */
            input_tokens: components["schemas"]["Count"];
            /** @description Calls that were sent to a model. */
            num_model_requests: components["schemas"]["Count"];
            /** @description Those of them that had no complete answer. */
            num_failed_requests: components["schemas"]["Count"];
            /** @description The project. */
            project_id: components["schemas"]["Id"] | null;
            /** @description The user who called without a key. */
            user_id: components["schemas"]["Id"] | null;
            /** @description The key. */
            api_key_id: components["schemas"]["Id"] | null;
            /** @description The model. */
            model: components["schemas"]["ModelId"] | null;
        };
        /** @description What was used in a span of time, as EmbeddingsUsage. */
        EmbeddingsUsageBucket: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "bucket";
            /** @description When it begins. */
            start_time: components["schemas"]["UnixSeconds"];
            /** @description When it ends; the next one begins then. */
            end_time: components["schemas"]["UnixSeconds"];
            /** @description One result for each group; none where nothing was used. */
            results: components["schemas"]["EmbeddingsUsage"][];
        };
        /** @description Buckets of EmbeddingsUsage, in the order of time, without a gap. */
        EmbeddingsUsagePage: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "page";
            /** @description The buckets. */
            data: components["schemas"]["EmbeddingsUsageBucket"][];
            /** @description Whether the report goes on. */
            has_more: boolean;
            /** @description Sent as `page`, it brings the rest; null at the end. */
            next_page: components["schemas"]["UsagePageCursor"] | null;
        };
        /** @description The path of a custom endpoint, such as `/v1/ocr`. No segment is empty, `.` or `..`: such a path would never match. */
        EndpointPath: string;
        /**
         * @description The rest of the path. A custom endpoint may have more than one segment: then the slashes between them stand in the
         *     path as they are.
         */
        EndpointRest: string;
        /**
         * @description The body of every error but a validation failure.
         * @example {
         *       "error": {
         *         "message": "There is no vector store 'vs_01KF0G4CP9QX2AXWQ6CRBPS9XZ' here.",
         *         "type": "invalid_request_error",
         *         "param": null,
         *         "code": "not_found"
         *       }
         *     }
         */
        ErrorBody: {
            error: components["schemas"]["ErrorObject"];
        };
        /**
         * @description Every error code of this server.
         * @enum {string}
         */
        ErrorCode: "malformed_request" | "headers_too_large" | "request_timeout" | "token_invalid" | "missing_api_key" | "invalid_api_key" | "token_expired" | "invalid_login" | "insufficient_permissions" | "invitation_email_mismatch" | "foreign_origin" | "mismatched_organization" | "mismatched_project" | "project_archived" | "endpoint_not_allowed" | "not_found" | "unknown_path" | "model_not_found" | "model_has_no_price" | "method_not_allowed" | "name_already_exists" | "email_already_exists" | "already_member" | "smtp_not_configured" | "organization_has_projects" | "accountable_owner" | "last_admin" | "upload_not_pending" | "vector_store_expired" | "vector_store_too_large" | "setting_is_fixed" | "webhook_not_configured" | "webhook_disabled" | "idempotency_key_in_use" | "idempotency_key_reused" | "idempotency_answer_lost" | "body_too_large" | "unsupported_media_type" | "rate_limit_exceeded" | "file_bytes" | "vector_store_bytes" | "tokens_per_day" | "tokens_per_month" | "project_spend_limit_exceeded" | "internal_error" | "upstream_failed" | "unavailable" | "upstream_timeout" | "insufficient_storage";
        /** @description What went wrong, and what to do. */
        ErrorObject: {
            /** @description For people. */
            message: string;
            type: components["schemas"]["ErrorType"];
            /** @description The part of the request that is at fault, where there is one. */
            param: string | null;
            /** @description What went wrong, for programs. */
            code: components["schemas"]["ErrorCode"] | null;
        };
        /**
         * @description Who has to act, and on what.
         * @enum {string}
         */
        ErrorType: "invalid_request_error" | "requests" | "tokens" | "insufficient_quota" | "server_error";
        /** @description When a vector store expires. */
        ExpirationPolicy: {
            /**
             * @description The store's last use.
             * @enum {string}
             */
            anchor: "last_active_at";
            /**
             * Format: int32
             * @description Days after the anchor.
             */
            days: number;
        };
        /** @description When a vector store expires. */
        ExpirationPolicyRequest: {
            /**
             * @description The store's last use.
             * @default last_active_at
             * @enum {string}
             */
            anchor: "last_active_at";
            /**
             * Format: int32
             * @description Days after the anchor.
             * @default 36500
             */
            days: number;
        };
        /** @description How many files are in which state. */
        FileCounts: {
            cancelled: components["schemas"]["Count"];
            completed: components["schemas"]["Count"];
            failed: components["schemas"]["Count"];
            in_progress: components["schemas"]["Count"];
            total: components["schemas"]["Count"];
        };
        /**
         * Format: file-id
         * @description A cursor in a list of files.
         */
        FileCursor: string;
        /** @description When a file is deleted by itself. */
        FileExpiration: {
            /**
             * @description The file's creation.
             * @enum {string}
             */
            anchor: "created_at";
            /**
             * Format: int32
             * @description Seconds after the anchor: an hour to 30 days.
             */
            seconds: number;
        };
        /** @description The id of a file of the project. */
        FileId: string;
        /**
         * @description What a file is for.
         * @enum {string}
         */
        FilePurpose: "assistants" | "batch" | "fine-tune" | "vision" | "user_data" | "evals";
        /**
         * Format: label
         * @description A file's name, without a path.
         */
        Filename: string;
        /** @description Bytes in files. */
        FilesUsage: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "organization.usage.files.result";
            /** @description The most bytes that were held during the bucket, as looked at once an hour. */
            usage_bytes: components["schemas"]["Count"];
            /** @description The project. */
            project_id: components["schemas"]["Id"] | null;
            /** @description The user who called without a key. */
            user_id: components["schemas"]["Id"] | null;
            /** @description The key. */
            api_key_id: components["schemas"]["Id"] | null;
            /** @description The model. */
            model: components["schemas"]["ModelId"] | null;
        };
        /** @description What was used in a span of time, as FilesUsage. */
        FilesUsageBucket: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "bucket";
            /** @description When it begins. */
            start_time: components["schemas"]["UnixSeconds"];
            /** @description When it ends; the next one begins then. */
            end_time: components["schemas"]["UnixSeconds"];
            /** @description One result for each group; none where nothing was used. */
            results: components["schemas"]["FilesUsage"][];
        };
        /** @description Buckets of FilesUsage, in the order of time, without a gap. */
        FilesUsagePage: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "page";
            /** @description The buckets. */
            data: components["schemas"]["FilesUsageBucket"][];
            /** @description Whether the report goes on. */
            has_more: boolean;
            /** @description Sent as `page`, it brings the rest; null at the end. */
            next_page: components["schemas"]["UsagePageCursor"] | null;
        };
        /**
         * @description A machine that fine-tunes models.
         * @example {
         *       "id": "worker_01KF0G79F1EKK5SPP5D57YD88X",
         *       "object": "fine_tuning.worker",
         *       "name": "gpu-1",
         *       "status": "online",
         *       "models": [
         *         "gpt-4o-mini"
         *       ],
         *       "created_at": 1768469800,
         *       "last_seen_at": 1768469820
         *     }
         */
        FineTuningWorker: {
            id: components["schemas"]["Id"];
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "fine_tuning.worker";
            name: components["schemas"]["Name"];
            /**
             * @description `offline` when it has been silent for 60 seconds.
             * @enum {string}
             */
            status: "online" | "offline";
            /** @description The models that it can fine-tune. */
            models: components["schemas"]["ModelId"][];
            /** @description When it first announced itself. */
            created_at: components["schemas"]["UnixSeconds"];
            /** @description When it last announced itself. */
            last_seen_at: components["schemas"]["UnixSeconds"];
        };
        /** @description The workers of this server, in the public API's shape. */
        FineTuningWorkerList: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "list";
            /** @description The workers of this page, newest first. */
            data: components["schemas"]["FineTuningWorker"][];
            /** @description Whether there are older ones. */
            has_more: boolean;
        };
        /** @description An opaque identifier: a prefix that names its kind, and a part that sorts in the order of creation. */
        Id: string;
        /** @description A compound filter within another. */
        InnerCompoundFilter: {
            /**
             * @description `and`: all of them. `or`: at least one.
             * @enum {string}
             */
            type: "and" | "or";
            /** @description The filters. */
            filters: (components["schemas"]["ComparisonFilter"] | components["schemas"]["MembershipFilter"] | components["schemas"]["InnermostCompoundFilter"])[];
        };
        /** @description A compound filter within a compound filter within another. */
        InnermostCompoundFilter: {
            /**
             * @description `and`: all of them. `or`: at least one.
             * @enum {string}
             */
            type: "and" | "or";
            /** @description The filters. */
            filters: (components["schemas"]["ComparisonFilter"] | components["schemas"]["MembershipFilter"])[];
        };
        /** @description What a response was an answer to, item by item. */
        InputItemList: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "list";
            /** @description The items. */
            data: unknown[];
            /** @description The id of the first item; null when there is none. */
            first_id?: components["schemas"]["ResponseId"] | null;
            /** @description The id of the last item; null when there is none. */
            last_id?: components["schemas"]["ResponseId"] | null;
            /** @description Whether there are more. */
            has_more: boolean;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description That an address may join an organization, once, by the link in a mail.
         * @example {
         *       "id": "inv_01KF0GB4T2XH6W4M1N8Q9R7S5E",
         *       "inviter_id": "user_01KF0FV2V10WPQDKJBN821WAWP",
         *       "invited_email": "grace@example.com",
         *       "organization_id": "org_01KF0FX1B1ET11BJZ2BDTPTVRC",
         *       "expiration_time": 1769074800,
         *       "create_account": true,
         *       "token": "svcinvitation_...WjN",
         *       "used": false
         *     }
         */
        Invitation: {
            id: components["schemas"]["Id"];
            /** @description The user who invites. When that user no longer runs the organization, the link opens nothing. */
            inviter_id: components["schemas"]["Id"];
            invited_email: components["schemas"]["EmailAddress"];
            organization_id: components["schemas"]["Id"];
            expiration_time: components["schemas"]["UnixSeconds"];
            /** @description Whether the invited address has no account yet; of a used invitation, whether it made the account. */
            create_account: boolean;
            /** @description The beginning and the end of the link's token, the middle as dots: the token itself is in the mail alone. */
            token: string;
            /** @description Whether somebody came in by it. */
            used: boolean;
        };
        /**
         * Format: invitation-id
         * @description A cursor in a list of invitations.
         */
        InvitationCursor: string;
        /** @description A page of Invitation rows. */
        InvitationList: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["Invitation"][];
            /** @description The id of the first row; null when there is none. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null when there is none. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description Whether there are more rows in the direction of the walk. */
            has_more: boolean;
        };
        /**
         * @description What a link invites to.
         * @example {
         *       "email": "grace@example.com",
         *       "organization_name": "Analytical Engines",
         *       "create_account": true
         *     }
         */
        InvitationOffer: {
            /** @description The invited address. */
            email: components["schemas"]["EmailAddress"];
            organization_name: components["schemas"]["Name"];
            /** @description Whether the address has no account yet: then one registers, else one signs in and accepts. */
            create_account: boolean;
        };
        /**
         * @description The link that was opened.
         * @example {
         *       "token": "svcinvitation_0Yl3hTqVb8KdXw5RmZ2cJ7nPfA1sGuE9oLiQ4tHxDyBvC6kWjN"
         *     }
         */
        InvitationTokenRequest: {
            token: components["schemas"]["LinkToken"];
        };
        /** @description A name or an index on the path to the data. */
        IssueLocation: string;
        /**
         * Format: key-id
         * @description A cursor in a list of keys.
         */
        KeyCursor: string;
        /**
         * Format: int64
         * @description How long a key lives, in seconds from the request on.
         */
        KeyLifetime: number;
        /** @description The user a key belongs to. */
        KeyOwner: {
            /**
             * @description Keys belong to users.
             * @enum {string}
             */
            type: "user";
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "organization.user";
            id: components["schemas"]["Id"];
            /** @description Null: not known. */
            name: components["schemas"]["Name"] | null;
            created_at: components["schemas"]["UnixSeconds"];
            /**
             * @description What the user was in the organization when the key was made.
             * @enum {string}
             */
            role: "owner";
        };
        /** @description A model that there is. */
        KnownModelId: string;
        /** @description One of this project's responses. */
        KnownResponseId: string;
        /**
         * Format: password
         * @description The token of a link in a mail: it works once.
         */
        LinkToken: string;
        /**
         * @description Who signs in.
         * @example {
         *       "email": "ada@example.com",
         *       "password": "correct horse battery"
         *     }
         */
        LoginRequest: {
            /** @description The address of the account, its ASCII letters in any case. */
            email: components["schemas"]["EmailAddress"];
            /** @description The account's password. */
            password: components["schemas"]["Password"];
        };
        /**
         * @description A pair of tokens: one for calls, one to get the next pair. Each is shown this once.
         * @example {
         *       "access_token": "svcuser_xmOSZZrwocLApDv4SX3FQYPVIZ88ZKy6p1MaFcmKGN747cgcb",
         *       "refresh_token": "svcuserrefresh_0wgT3KrKUg7oNJAOVw1NqjCinHNFontNn67PkaojYi54PnlWI",
         *       "token_type": "bearer",
         *       "access_expires_at": 1768473000,
         *       "refresh_expires_at": 1771061400
         *     }
         */
        LoginTokens: {
            /** @description Authorizes calls. Begins `svcuser_`. */
            access_token: string;
            /** @description Opens `/auth/refresh` and nothing else, once. Begins `svcuserrefresh_`. */
            refresh_token: string;
            /**
             * @description How the tokens are sent.
             * @enum {string}
             */
            token_type: "bearer";
            access_expires_at: components["schemas"]["UnixSeconds"];
            /** @description The sign-in ends here, however often it is refreshed. */
            refresh_expires_at: components["schemas"]["UnixSeconds"];
        };
        /** @description The first segment of an MCP server's path. */
        McpPrefix: string;
        /** @description MCP servers by their prefixes. */
        McpPrefixList: components["schemas"]["McpPrefix"][];
        /** @description `all`, or a list. */
        McpPrefixes: "all" | components["schemas"]["McpPrefixList"];
        /**
         * Format: label
         * @description A media type, such as `application/pdf`.
         */
        MediaType: string;
        /**
         * @description A user who belongs to an organization.
         * @example {
         *       "id": "user_01KF0GD9Q3V5Z7X1C2B4N6M8KA",
         *       "object": "organization.user",
         *       "added_at": 1768470132,
         *       "email": "grace@example.com",
         *       "name": "Grace Hopper",
         *       "role": "member",
         *       "is_admin": false,
         *       "active_keys": 2
         *     }
         */
        Member: {
            /** @description The user's id. */
            id: components["schemas"]["Id"];
            /**
             * @description Always `organization.user`.
             * @enum {string}
             */
            object: "organization.user";
            added_at: components["schemas"]["UnixSeconds"];
            email: components["schemas"]["EmailAddress"];
            /** @description What the user is called; null where nobody said. */
            name: components["schemas"]["Name"] | null;
            role: components["schemas"]["OrganizationRole"];
            /** @description Whether the user manages the server, and so reaches every organization, whatever the role. */
            is_admin: boolean;
            /** @description How many keys of the organization and its projects work because this member made them. */
            active_keys: components["schemas"]["Count"];
        };
        /** @description A page of Member rows. */
        MemberList: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["Member"][];
            /** @description The id of the first row; null when there is none. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null when there is none. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description Whether there are more rows in the direction of the walk. */
            has_more: boolean;
        };
        /** @description Looks an attribute of a file up in a list. A file that lacks the attribute passes `nin` only. */
        MembershipFilter: {
            /**
             * @description In the list, not in the list.
             * @enum {string}
             */
            type: "in" | "nin";
            key: components["schemas"]["AttributeName"];
            /** @description The list. */
            value: components["schemas"]["AttributeValues"];
        };
        /** @description Up to 16 pairs of a caller's own. */
        Metadata: {
            [key: string]: components["schemas"]["MetadataValue"];
        };
        /** @description A text in metadata. */
        MetadataText: string;
        /** @description A value of metadata. */
        MetadataValue: components["schemas"]["MetadataText"] | number | boolean;
        /** @description Metrics in the text format of Prometheus. */
        MetricsText: string;
        /**
         * @description A model that the project may use.
         * @example {
         *       "id": "svc-embedding-384",
         *       "object": "model",
         *       "created": 1793491200,
         *       "owned_by": "svc"
         *     }
         */
        Model: {
            id: components["schemas"]["ModelId"];
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "model";
            created: components["schemas"]["UnixSeconds"];
            /** @description Who serves it. */
            owned_by: string;
            /** @description With `additional_data=true`. */
            additional_data?: components["schemas"]["ModelDetails"];
        };
        /** @description A few sentences about a model. */
        ModelDescription: string;
        /** @description What the server knows of a model. */
        ModelDetails: {
            /**
             * @description What it does.
             * @enum {string}
             */
            kind: "chat" | "embedding" | "unknown";
            /** @description The name of the upstream that serves it; null: the server itself. */
            upstream: components["schemas"]["Name"] | null;
            /** @description Tokens that it reads at most, where that is known. */
            context_length: components["schemas"]["Count"] | null;
            /** @description The length of its vectors, where it makes any. */
            dimensions: components["schemas"]["Count"] | null;
            /** @description What the upstream takes for it; null: nobody has said, and it counts as nothing. */
            price: components["schemas"]["ModelPrice"] | null;
            /** @description What kind of model it is, for the server's own models; null: ask the upstream's maker. */
            description: components["schemas"]["ModelDescription"] | null;
            /** @description Whether it embeds the texts of new vector stores. */
            embeds_new_stores: boolean;
        };
        /** @description The id of a model. */
        ModelId: string;
        /** @description The models that the project may use: all in one page. */
        ModelList: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "list";
            /** @description All models. */
            data: components["schemas"]["Model"][];
        };
        /** @description What a call of a model is counted at. */
        ModelPrice: {
            /** @description For what it reads. */
            input: components["schemas"]["DollarsPerMillion"];
            /** @description For what it writes. */
            output: components["schemas"]["DollarsPerMillion"];
            /** @description For what it had kept, of what it reads, from an earlier call. */
            cached_input: components["schemas"]["DollarsPerMillion"];
            /** @description For what it keeps, of what it reads, for later calls. */
            cache_write: components["schemas"]["DollarsPerMillion"];
            /** @description For what it reads as sound. */
            audio_input: components["schemas"]["DollarsPerMillion"];
            /** @description For what it writes as reasoning. */
            reasoning: components["schemas"]["DollarsPerMillion"];
            /** @description For what it writes as sound. */
            audio_output: components["schemas"]["DollarsPerMillion"];
        };
        /** @description What a model answers, as the upstream has it. */
        ModelResponse: {
            /** @description The upstream's id of the response. */
            id: components["schemas"]["ResponseId"];
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "response";
            /**
             * Format: double
             * @description When it was made.
             */
            created_at: number;
            /** @description How far it is: `completed`, `in_progress`, `queued`, `failed`, `incomplete` or `cancelled`. */
            status?: string;
            /** @description The model that answers. */
            model: string;
            /** @description What it says and does. */
            output: unknown[];
        } & {
            [key: string]: unknown;
        };
        /**
         * @description What changes of a vector store; what is left out stays.
         * @example {
         *       "name": "Handbook",
         *       "expires_after": {
         *         "anchor": "last_active_at",
         *         "days": 30
         *       },
         *       "metadata": {
         *         "team": "support"
         *       }
         *     }
         */
        ModifyVectorStoreRequest: {
            /** @description Null: no name. */
            name?: components["schemas"]["VectorStoreName"] | null;
            /** @description Null: the default, which is 36500 days. */
            expires_after?: components["schemas"]["ExpirationPolicyRequest"] | null;
            /** @description Replaces the pairs; null: none. */
            metadata?: components["schemas"]["Metadata"] | null;
        };
        /**
         * Format: name
         * @description A name that people read: 1 to 255 characters, not only white space, without control characters, line separators or
         *     characters that change the direction of text.
         * @example Ada Lovelace
         */
        Name: string;
        /**
         * Format: password
         * @description A password that is being set: 12 to 128 characters of any kind, none of the common ones. Stored as argon2id.
         */
        NewPassword: string;
        /** @description Done. */
        Ok: {
            /**
             * @description It is done: there is no other answer.
             * @enum {string}
             */
            status: "ok";
        };
        /**
         * @description The order of a list, by creation.
         * @enum {string}
         */
        Order: "asc" | "desc";
        /**
         * @description The owner of projects, keys and members.
         * @example {
         *       "id": "org_01KF0FX1B1ET11BJZ2BDTPTVRC",
         *       "created_at": 1768469464,
         *       "name": "Analytical Engines",
         *       "owner_id": "user_01KF0FV2V10WPQDKJBN821WAWP"
         *     }
         */
        Organization: {
            id: components["schemas"]["Id"];
            created_at: components["schemas"]["UnixSeconds"];
            name: components["schemas"]["Name"];
            /** @description The user who is accountable for it: at first who created it. */
            owner_id: components["schemas"]["Id"];
        };
        /**
         * Format: organization-id
         * @description A cursor in a list of organizations.
         */
        OrganizationCursor: string;
        /** @description An organization, wrapped. */
        OrganizationEnvelope: {
            organization: components["schemas"]["Organization"];
        };
        /** @description A page of Organization rows. */
        OrganizationList: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["Organization"][];
            /** @description The id of the first row; null when there is none. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null when there is none. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description Whether there are more rows in the direction of the walk. */
            has_more: boolean;
        };
        /**
         * @description What a user is in an organization: `owner` runs it, `member` works in its projects.
         * @enum {string}
         */
        OrganizationRole: "owner" | "member";
        /** @description The text of a page, a module, a style sheet or an image of the panel. */
        PanelText: string;
        /**
         * Format: password
         * @description A password that is being checked, exactly as it was set.
         */
        Password: string;
        /**
         * @description The account that a link sets the password of.
         * @example {
         *       "email": "ada@example.com"
         *     }
         */
        PasswordReset: {
            email: components["schemas"]["EmailAddress"];
        };
        /**
         * @description Organizes work in an organization: models, endpoints, vector stores and files are used through a project.
         * @example {
         *       "id": "proj_01KF0G0WCHRK34H1GGF5TREFPF",
         *       "object": "organization.project",
         *       "created_at": 1768469590,
         *       "organization_id": "org_01KF0FX1B1ET11BJZ2BDTPTVRC",
         *       "name": "Search",
         *       "status": "active",
         *       "archived_at": null,
         *       "models": [
         *         "gpt-4o-mini"
         *       ],
         *       "custom_endpoints": [
         *         "/v1/ocr"
         *       ],
         *       "mcp_prefixes": "all",
         *       "limits": {
         *         "requests_per_minute": 600,
         *         "tokens_per_minute": null,
         *         "tokens_per_day": null,
         *         "tokens_per_month": null,
         *         "vector_store_bytes": null,
         *         "file_bytes": null
         *       },
         *       "webhook_url": "https://hooks.example.com/svc",
         *       "webhook_secret": "••••••••",
         *       "webhook_signing": "literal",
         *       "webhook_disabled_at": null
         *     }
         */
        Project: {
            id: components["schemas"]["Id"];
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "organization.project";
            created_at: components["schemas"]["UnixSeconds"];
            organization_id: components["schemas"]["Id"];
            name: components["schemas"]["Name"];
            status: components["schemas"]["ProjectStatus"];
            /** @description Null while the project is active. */
            archived_at: components["schemas"]["UnixSeconds"] | null;
            /** @description The models that it may use; empty: all. */
            models: components["schemas"]["ModelId"][];
            /** @description The custom endpoints that it may use; empty: all. */
            custom_endpoints: components["schemas"]["EndpointPath"][];
            /** @description The MCP servers that it may use. */
            mcp_prefixes: components["schemas"]["McpPrefixes"];
            limits: components["schemas"]["EffectiveProjectLimits"];
            /** @description Where its events go; null: nowhere. */
            webhook_url: components["schemas"]["WebhookUrl"] | null;
            /** @description Shown once, in the answer that creates the project; later a mask. Null where there is none. */
            webhook_secret: string | null;
            webhook_signing: components["schemas"]["WebhookSigning"];
            /**
             * @description When the webhook was switched off, because nothing had succeeded for five days, or because the server's operator had
             *     to give up its secret, which is then null; null while it is on. Any update that sends `webhook_url` switches it on
             *     again: without a secret, send another `webhook_secret` along.
             */
            webhook_disabled_at: components["schemas"]["UnixSeconds"] | null;
        };
        /**
         * @description A key that authorizes one project.
         * @example {
         *       "id": "key_01KF0G2J390S227J8JSTF97HF9",
         *       "object": "organization.project.api_key",
         *       "name": "Indexer",
         *       "redacted_value": "svcproj_...XyJ",
         *       "created_at": 1768469645,
         *       "last_used_at": null,
         *       "expires_at": null,
         *       "owner": {
         *         "type": "user",
         *         "user": {
         *           "id": "user_01KF0FV2V10WPQDKJBN821WAWP",
         *           "email": "ada@example.com",
         *           "name": "Ada Lovelace",
         *           "created_at": 1768469400,
         *           "role": "owner"
         *         }
         *       },
         *       "status": "active",
         *       "kept_by": null,
         *       "owner_project_access": "active"
         *     }
         */
        ProjectApiKey: {
            id: components["schemas"]["Id"];
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "organization.project.api_key";
            name: components["schemas"]["Name"];
            /** @description The beginning and the end of the key, the middle as dots. */
            redacted_value: string;
            created_at: components["schemas"]["UnixSeconds"];
            /** @description Null until its first use. */
            last_used_at: components["schemas"]["UnixSeconds"] | null;
            /** @description Null: it does not expire. */
            expires_at: components["schemas"]["UnixSeconds"] | null;
            owner: components["schemas"]["ProjectKeyOwner"];
            /**
             * @description `revoked`: the key opens nothing, since its owner is disabled, or was removed from the organization. The keys of a
             *     disabled owner work again once the owner is enabled. Whether the key has expired is another matter: see `expires_at`.
             * @enum {string}
             */
            status: "active" | "revoked";
            /**
             * @description The user who handed the key to the organization when its owner was removed; null: nobody did, and the key stops with
             *     its owner. Keys that are made with such a key are the organization's too.
             */
            kept_by: components["schemas"]["Id"] | null;
            /**
             * @description Whether the owner can still reach the project.
             * @enum {string}
             */
            owner_project_access: "active" | "inactive";
        };
        /** @description A page of ProjectApiKey rows. */
        ProjectApiKeyList: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["ProjectApiKey"][];
            /** @description The id of the first row; null when there is none. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null when there is none. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description Whether there are more rows in the direction of the walk. */
            has_more: boolean;
        };
        /**
         * Format: project-id
         * @description A cursor in a list of projects.
         */
        ProjectCursor: string;
        /** @description Whom a project key belongs to. */
        ProjectKeyOwner: {
            /**
             * @description Keys belong to users.
             * @enum {string}
             */
            type: "user";
            user: components["schemas"]["ProjectKeyUser"];
        };
        /** @description The user a project key belongs to. */
        ProjectKeyUser: {
            id: components["schemas"]["Id"];
            email: components["schemas"]["EmailAddress"];
            /** @description Null: not known. */
            name: components["schemas"]["Name"] | null;
            created_at: components["schemas"]["UnixSeconds"];
            role: components["schemas"]["OrganizationRole"];
        };
        /** @description What a project may use; null means no limit. */
        ProjectLimits: {
            /** @description Calls of the Project API per minute. */
            requests_per_minute?: components["schemas"]["Count"] | null;
            /** @description Tokens of models per minute. */
            tokens_per_minute?: components["schemas"]["Count"] | null;
            /** @description Tokens of models per day (UTC). */
            tokens_per_day?: components["schemas"]["Count"] | null;
            /** @description Tokens of models per month (UTC). */
            tokens_per_month?: components["schemas"]["Count"] | null;
            /** @description Bytes in vector stores. */
            vector_store_bytes?: components["schemas"]["Count"] | null;
            /** @description Bytes in files. */
            file_bytes?: components["schemas"]["Count"] | null;
        };
        /** @description A page of Project rows. */
        ProjectList: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["Project"][];
            /** @description The id of the first row; null when there is none. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null when there is none. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description Whether there are more rows in the direction of the walk. */
            has_more: boolean;
        };
        /**
         * @description `archived` refuses every call of the Project API, and can be made `active` again.
         * @enum {string}
         */
        ProjectStatus: "active" | "archived";
        /** @description How results are ranked, and which are left out. */
        RankingOptions: {
            /** @default auto */
            ranker: components["schemas"]["SearchRanker"];
            /**
             * Format: double
             * @description Results with a lower score are left out. Scores of one ranker mean the same in every search.
             * @default 0
             */
            score_threshold: number;
        };
        /** @description Whether what the server needs answers. */
        Readiness: {
            /**
             * @description Whether it can do its work.
             * @enum {string}
             */
            status: "ready" | "unavailable";
            /** @description Each thing that the server needs. */
            checks: components["schemas"]["ReadinessChecks"];
        };
        /** @description Each thing that the server needs. */
        ReadinessChecks: {
            /**
             * @description Whether the database takes writes, within 2 s.
             * @enum {string}
             */
            database: "ok" | "unavailable";
            /**
             * @description Only where the server has a broker.
             * @enum {string}
             */
            broker?: "ok" | "unavailable";
        };
        /** @description The reference as HTML. */
        ReferenceText: string;
        /**
         * @description A new account, for the invited address.
         * @example {
         *       "token": "svcinvitation_0Yl3hTqVb8KdXw5RmZ2cJ7nPfA1sGuE9oLiQ4tHxDyBvC6kWjN",
         *       "password": "correct horse battery",
         *       "name": "Grace Hopper"
         *     }
         */
        RegisterAccountRequest: {
            token: components["schemas"]["LinkToken"];
            password: components["schemas"]["NewPassword"];
            name?: components["schemas"]["Name"];
        };
        /** @description Calls of the Project API, of every kind. */
        RequestsUsage: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "organization.usage.requests.result";
            /** @description Calls that were answered. */
            num_requests: components["schemas"]["Count"];
            /** @description Those of them that were answered with an error. */
            num_failed_requests: components["schemas"]["Count"];
            /** @description The project. */
            project_id: components["schemas"]["Id"] | null;
            /** @description The user who called without a key. */
            user_id: components["schemas"]["Id"] | null;
            /** @description The key. */
            api_key_id: components["schemas"]["Id"] | null;
            /** @description The model. */
            model: components["schemas"]["ModelId"] | null;
        };
        /** @description What was used in a span of time, as RequestsUsage. */
        RequestsUsageBucket: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "bucket";
            /** @description When it begins. */
            start_time: components["schemas"]["UnixSeconds"];
            /** @description When it ends; the next one begins then. */
            end_time: components["schemas"]["UnixSeconds"];
            /** @description One result for each group; none where nothing was used. */
            results: components["schemas"]["RequestsUsage"][];
        };
        /** @description Buckets of RequestsUsage, in the order of time, without a gap. */
        RequestsUsagePage: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "page";
            /** @description The buckets. */
            data: components["schemas"]["RequestsUsageBucket"][];
            /** @description Whether the report goes on. */
            has_more: boolean;
            /** @description Sent as `page`, it brings the rest; null at the end. */
            next_page: components["schemas"]["UsagePageCursor"] | null;
        };
        /** @description An upstream's id of a response. */
        ResponseId: string;
        /** @description What more of a response to show: `message.output_text.logprobs` for one. The upstream knows which there are. */
        ResponseIncludable: string;
        /**
         * @description What to answer, and how. What is not described here goes to the upstream as it is, but for a `conversation`: none is
         *     offered, so that no project goes on with another's, and anything but null is refused.
         * @example {
         *       "model": "gpt-oss-120b",
         *       "input": "Say hello.",
         *       "stream": false,
         *       "store": true
         *     }
         */
        ResponseRequest: {
            /** @description The model to ask; see GET /v1/models. */
            model: components["schemas"]["KnownModelId"];
            /** @description A text, or a list of items. */
            input?: unknown;
            /** @description Whether the answer comes as a stream of events. */
            stream?: boolean | null;
            /** @description Whether the upstream keeps the response, so that it can be read later. */
            store?: boolean | null;
            /** @description The response to go on from: one of this project's. */
            previous_response_id?: components["schemas"]["KnownResponseId"] | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description A secret of the configuration.
         * @example {
         *       "path": "worker.token",
         *       "value": "a-secret-that-workers-know"
         *     }
         */
        RevealedSetting: {
            /** @description The path that was asked for. */
            path: components["schemas"]["ConfigPath"];
            /** @description Empty where it is not set. */
            value: string;
        };
        /** @description Which files a search looks at, by their attributes. */
        SearchFilter: components["schemas"]["ComparisonFilter"] | components["schemas"]["MembershipFilter"] | components["schemas"]["CompoundFilter"];
        /** @description Several queries at once. */
        SearchQueries: components["schemas"]["SearchQuery"][];
        /** @description What is searched for, in words. */
        SearchQuery: string;
        /**
         * @description How results are ranked.
         * @enum {string}
         */
        SearchRanker: "auto" | "default-2024-11-15" | "none" | "hybrid" | "vector" | "keyword";
        /** @description A chunk of a file that was found. */
        SearchResult: {
            /** @description The file that it is from. */
            file_id: components["schemas"]["Id"];
            filename: components["schemas"]["Filename"];
            /**
             * Format: double
             * @description How well it suits the query, from 0 to 1.
             */
            score: number;
            /** @description The file's attributes. */
            attributes: components["schemas"]["Metadata"];
            /** @description One text. */
            content: components["schemas"]["SearchResultText"][];
        };
        /** @description A text that was found. */
        SearchResultText: {
            /**
             * @description What kind of content this is.
             * @enum {string}
             */
            type: "text";
            /** @description The chunk, whole. */
            text: string;
        };
        /** @description What a search found, the best first. */
        SearchResultsPage: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "vector_store.search_results.page";
            /** @description The queries that were searched for. */
            search_query: components["schemas"]["SearchQueries"];
            /** @description The results. A file is there once for each of its chunks that was found. */
            data: components["schemas"]["SearchResult"][];
            /**
             * @description All results are in this page.
             * @enum {boolean}
             */
            has_more: false;
            /** @description Always null: there is one page. */
            next_page: null;
        };
        /**
         * @description A search in a vector store.
         * @example {
         *       "query": "How long can a product be returned?",
         *       "max_num_results": 5,
         *       "rewrite_query": false,
         *       "filters": {
         *         "type": "and",
         *         "filters": [
         *           {
         *             "type": "eq",
         *             "key": "language",
         *             "value": "en"
         *           },
         *           {
         *             "type": "gte",
         *             "key": "year",
         *             "value": 2024
         *           }
         *         ]
         *       },
         *       "ranking_options": {
         *         "ranker": "auto",
         *         "score_threshold": 0.2
         *       }
         *     }
         */
        SearchVectorStoreRequest: {
            /** @description One query, or several: a result is as good as it is for the one that suits it best. */
            query: components["schemas"]["SearchQuery"] | components["schemas"]["SearchQueries"];
            /**
             * Format: int32
             * @description How many results at most.
             * @default 10
             */
            max_num_results: number;
            /**
             * @description Taken for the sake of compatibility: queries are searched for as they are.
             * @default false
             */
            rewrite_query: boolean;
            /** @description Only files that pass it. */
            filters?: components["schemas"]["SearchFilter"];
            ranking_options?: components["schemas"]["RankingOptions"];
        };
        /** @description A stream of server-sent events. */
        ServerSentEvents: string;
        /**
         * @description What a project may spend.
         * @example {
         *       "threshold_amount": 10000,
         *       "currency": "USD",
         *       "interval": "month"
         *     }
         */
        SetSpendLimitRequest: {
            threshold_amount: components["schemas"]["Cents"];
            /**
             * @description US dollars.
             * @default USD
             * @enum {string}
             */
            currency: "USD";
            /**
             * @description A month, in UTC.
             * @default month
             * @enum {string}
             */
            interval: "month";
        };
        /** @description A setting, and where its value comes from. */
        SettingProvenance: {
            /** @description Where it stands in the configuration. */
            path: components["schemas"]["ConfigPath"];
            /** @description Where its value comes from. */
            source: components["schemas"]["ConfigSource"];
            /** @description Its environment variable; null where it has none. */
            env: components["schemas"]["ConfigPath"] | null;
            /** @description Whether it is masked. */
            secret: boolean;
            /** @description Whether it may change while the server runs. */
            live: boolean;
            /** @description What it means. */
            about: string;
            /** @description When it was changed; null where its value is not a stored one. */
            updated_at: components["schemas"]["UnixSeconds"] | null;
            /** @description The user who changed it. */
            updated_by: components["schemas"]["Id"] | null;
        };
        /** @description Whether calls of models are refused now. */
        SpendEnforcement: {
            /**
             * @description `enforcing` from when the month's calls have cost so much until the month ends (UTC), or the limit is raised.
             * @enum {string}
             */
            status: "inactive" | "enforcing";
        };
        /**
         * @description What calls of models may cost a project in a month, at the prices of the upstreams that answer them.
         * @example {
         *       "object": "project.spend_limit",
         *       "threshold_amount": 10000,
         *       "currency": "USD",
         *       "interval": "month",
         *       "enforcement": {
         *         "status": "inactive"
         *       }
         *     }
         */
        SpendLimit: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "project.spend_limit";
            threshold_amount: components["schemas"]["Cents"];
            /**
             * @description US dollars.
             * @enum {string}
             */
            currency: "USD";
            /**
             * @description A month, in UTC.
             * @enum {string}
             */
            interval: "month";
            enforcement: components["schemas"]["SpendEnforcement"];
        };
        /** @description The size of chunks. */
        StaticChunking: {
            /**
             * Format: int32
             * @description Tokens that neighbours share: at most half of `max_chunk_size_tokens`.
             */
            chunk_overlap_tokens: number;
            /**
             * Format: int32
             * @description Tokens in a chunk.
             */
            max_chunk_size_tokens: number;
        };
        /** @description The size of chunks. */
        StaticChunkingRequest: {
            /**
             * Format: int32
             * @description Tokens that neighbours share: at most half of `max_chunk_size_tokens`; 400, or that half, when it is left out.
             */
            chunk_overlap_tokens?: number;
            /**
             * Format: int32
             * @description Tokens in a chunk.
             * @default 800
             */
            max_chunk_size_tokens: number;
        };
        /** @description The size of the chunks that a file was cut into. */
        StaticChunkingStrategy: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            type: "static";
            static: components["schemas"]["StaticChunking"];
        };
        /** @description A file of a project. */
        StoredFile: {
            id: components["schemas"]["Id"];
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "file";
            /** @description Its size. */
            bytes: components["schemas"]["Count"];
            created_at: components["schemas"]["UnixSeconds"];
            /** @description When it is deleted by itself; null: never. */
            expires_at: components["schemas"]["UnixSeconds"] | null;
            filename: components["schemas"]["Filename"];
            purpose: components["schemas"]["FilePurpose"];
            /**
             * @description A file that can be read has been stored whole.
             * @enum {string}
             */
            status: "processed";
        };
        /** @description A page of files, in the order that was asked for. */
        StoredFileList: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["StoredFile"][];
            /** @description The id of the first row; null when there is none. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null when there is none. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description Whether there are more rows in the direction of the walk. */
            has_more: boolean;
        };
        /** @description How a stream is to be. */
        StreamOptions: {
            /** @description Whether the stream ends with an event that says what it used. */
            include_usage?: boolean | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description Which event to try the webhook out with.
         * @example {
         *       "type": "vector_store.file_batch.completed"
         *     }
         */
        TestWebhookRequest: {
            type: components["schemas"]["WebhookEventType"];
        };
        /**
         * Format: int32
         * @description A token of the model.
         */
        Token: number;
        /** @description A text in the model's tokens. */
        TokenList: components["schemas"]["Token"][];
        /**
         * Format: int64
         * @description Seconds since 1970-01-01T00:00:00Z.
         * @example 1768469400
         */
        UnixSeconds: number;
        /**
         * @description A change of password.
         * @example {
         *       "current_password": "correct horse battery",
         *       "password": "a longer staple than before"
         *     }
         */
        UpdateAccountPasswordRequest: {
            /** @description The password until now. */
            current_password: components["schemas"]["Password"];
            password: components["schemas"]["NewPassword"];
        };
        /**
         * @description What the signed-in user may change.
         * @example {
         *       "name": "Ada Lovelace"
         *     }
         */
        UpdateAccountRequest: {
            name?: components["schemas"]["Name"];
            /** @description One of the user's organizations. */
            default_organization_id?: components["schemas"]["Id"];
        };
        /**
         * @description What is to change of a key.
         * @example {
         *       "name": "Deployment",
         *       "expires_in_seconds": 7776000
         *     }
         */
        UpdateKeyRequest: {
            /** @description For people; it need not be unique. */
            name?: components["schemas"]["Name"];
            /** @description From now on, whatever was left of its life; null: it does not expire. */
            expires_in_seconds?: components["schemas"]["KeyLifetime"] | null;
        };
        /**
         * @description A change of a member's role.
         * @example {
         *       "role": "owner"
         *     }
         */
        UpdateMemberRequest: {
            role: components["schemas"]["OrganizationRole"];
        };
        /**
         * @description What an admin may change of an organization.
         * @example {
         *       "name": "Analytical Engines"
         *     }
         */
        UpdateOrganizationRequest: {
            name?: components["schemas"]["Name"];
            /** @description The user who becomes accountable, and an owner. The one before stays an owner. */
            owner_id?: components["schemas"]["Id"];
        };
        /**
         * @description What changes of a project; what is left out stays.
         * @example {
         *       "name": "Search",
         *       "status": "active",
         *       "models": [
         *         "gpt-4o-mini"
         *       ],
         *       "custom_endpoints": [
         *         "/v1/ocr"
         *       ],
         *       "mcp_prefixes": [
         *         "docs"
         *       ],
         *       "limits": {
         *         "requests_per_minute": 600
         *       },
         *       "webhook_url": "https://hooks.example.com/svc",
         *       "webhook_secret": "a secret of your own",
         *       "webhook_signing": "literal",
         *       "keep_old_webhook_secret": true
         *     }
         */
        UpdateProjectRequest: {
            name?: components["schemas"]["Name"];
            status?: components["schemas"]["ProjectStatus"];
            /** @description The models that it may use; empty: all. */
            models?: components["schemas"]["ModelId"][];
            /** @description The custom endpoints that it may use; empty: all. */
            custom_endpoints?: components["schemas"]["EndpointPath"][];
            /** @description The MCP servers that it may use. */
            mcp_prefixes?: components["schemas"]["McpPrefixes"];
            limits?: components["schemas"]["ProjectLimits"];
            /** @description Where its events go; null stops deliveries and drops the secret. */
            webhook_url?: components["schemas"]["WebhookUrl"] | null;
            /** @description With a `webhook_url` only; left out, one is generated. */
            webhook_secret?: components["schemas"]["WebhookSecret"];
            /** @description `standard` and `dual` need a secret that spells 24 to 64 bytes in base64 behind `whsec_`, as generated ones do. */
            webhook_signing?: components["schemas"]["WebhookSigning"];
            /** @description With a new `webhook_secret`: for 24 hours, deliveries are signed with the old secret too. */
            keep_old_webhook_secret?: boolean;
        };
        /**
         * @description What an admin may change of a user.
         * @example {
         *       "name": "Ada Lovelace",
         *       "is_admin": false,
         *       "disabled": false
         *     }
         */
        UpdateUserRequest: {
            name?: components["schemas"]["Name"];
            /**
             * @description The last admin stays one. The keys that an admin made in organizations to which the admin does not belong stop with
             *     the admin rights.
             */
            is_admin?: boolean;
            /**
             * @description Disabling ends all sign-ins of the user, and stops the keys that the user made, in every organization. Enabling lets
             *     those keys work again. Keys that were handed to an organization (`keep_keys`) are not touched. The last admin stays
             *     enabled.
             */
            disabled?: boolean;
        };
        /**
         * @description What changes of a file in a vector store.
         * @example {
         *       "attributes": {
         *         "author": "Ada",
         *         "year": 1843
         *       }
         *     }
         */
        UpdateVectorStoreFileAttributesRequest: {
            /** @description Replaces the attributes; null: none. */
            attributes: components["schemas"]["Metadata"] | null;
        };
        /** @description A file that arrives in parts, which may be sent in parallel. It expires an hour after its creation. */
        Upload: {
            id: components["schemas"]["Id"];
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "upload";
            /** @description The size of the whole file. */
            bytes: components["schemas"]["Count"];
            created_at: components["schemas"]["UnixSeconds"];
            expires_at: components["schemas"]["UnixSeconds"];
            filename: components["schemas"]["Filename"];
            purpose: components["schemas"]["FilePurpose"];
            /**
             * @description `expired` once `expires_at` has passed.
             * @enum {string}
             */
            status: "pending" | "completed" | "cancelled" | "expired";
            /** @description The file, once the upload is completed; null before, and after the file was deleted. */
            file: components["schemas"]["StoredFile"] | null;
        };
        /** @description A part of an upload. */
        UploadPart: {
            id: components["schemas"]["Id"];
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "upload.part";
            created_at: components["schemas"]["UnixSeconds"];
            upload_id: components["schemas"]["Id"];
        };
        /** @description The id of a part of the upload. */
        UploadPartId: string;
        /** @description The body of an upstream's refusal. */
        UpstreamErrorBody: {
            /** @description What went wrong. */
            error: components["schemas"]["UpstreamErrorObject"];
        };
        /** @description What an upstream refuses a request with, in its own words. */
        UpstreamErrorObject: {
            /** @description For people. */
            message: string;
            /** @description The upstream's own kind of error. */
            type: string | null;
            /** @description The part of the request that is at fault, where the upstream names one. */
            param: string | null;
            /** @description The upstream's own code. */
            code: string | null;
        };
        /**
         * @description A call that an upstream did not answer as it should have.
         * @example {
         *       "outcome": "401",
         *       "at": 1768469820
         *     }
         */
        UpstreamFailure: {
            /**
             * @description A status, or a word: `unreached` (no connection), `timeout` (nothing came in time), `broken` (the connection ended),
             *     `cut` (it ended in the middle of an answer), `no_answer` (what came is none).
             */
            outcome: components["schemas"]["UpstreamWord"];
            /** @description When it was. */
            at: components["schemas"]["UnixSeconds"];
        };
        /**
         * @description How an upstream fares, as this server has seen it since it started or the upstream was changed.
         * @example {
         *       "name": "main",
         *       "base_url": "https://llm.example.com/v1",
         *       "models": [
         *         "gpt-oss-120b"
         *       ],
         *       "paused": [],
         *       "last_failure": null
         *     }
         */
        UpstreamState: {
            /** @description As the configuration names it. */
            name: components["schemas"]["UpstreamWord"];
            /** @description Where its API is. */
            base_url: string;
            /** @description The models that it offers; null where it is to list them itself, and has not done so yet. */
            models: components["schemas"]["ModelId"][] | null;
            /** @description The parts of it that keep failing, and are left alone for a while: `models`, `custom endpoints`, `MCP server docs`. */
            paused: components["schemas"]["UpstreamWord"][];
            /** @description The last failure; null where there was none. */
            last_failure: components["schemas"]["UpstreamFailure"] | null;
        };
        /** @description How all upstreams fare. */
        UpstreamStates: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "upstream.states";
            /** @description In the order in which they are asked. */
            upstreams: components["schemas"]["UpstreamState"][];
        };
        /** @description Something about an upstream, in a few words. */
        UpstreamWord: string;
        /**
         * @description How long a bucket of a usage report is: a minute (kept for 2 days), an hour (kept for 90 days) or a day, in UTC.
         * @enum {string}
         */
        UsageBucketWidth: "1m" | "1h" | "1d";
        /**
         * @description What the usage in a bucket is grouped by.
         * @enum {string}
         */
        UsageGroup: "project_id" | "user_id" | "api_key_id" | "model";
        /**
         * Format: usage-page
         * @description Where the next page of a report begins.
         * @example page_1768435200
         */
        UsagePageCursor: string;
        /**
         * @description A person with an account on this server.
         * @example {
         *       "id": "user_01KF0FV2V10WPQDKJBN821WAWP",
         *       "object": "user",
         *       "email": "ada@example.com",
         *       "name": "Ada Lovelace",
         *       "is_admin": false,
         *       "disabled": false,
         *       "default_organization_id": "org_01KF0FX1B1ET11BJZ2BDTPTVRC",
         *       "active_keys": 3,
         *       "created_at": 1768469400
         *     }
         */
        User: {
            id: components["schemas"]["Id"];
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "user";
            email: components["schemas"]["EmailAddress"];
            /** @description Null: not known. */
            name: components["schemas"]["Name"] | null;
            /** @description Whether the user manages the server: all users, organizations and projects. */
            is_admin: boolean;
            /** @description A disabled user cannot sign in. None of the user's tokens, nor of the keys that the user made, opens anything. */
            disabled: boolean;
            /** @description The organization of calls that name none; null: there is none yet. */
            default_organization_id: components["schemas"]["Id"] | null;
            /** @description How many organization and project keys work because this user made them. They stop when the user is disabled. */
            active_keys: components["schemas"]["Count"];
            created_at: components["schemas"]["UnixSeconds"];
        };
        /**
         * Format: user-id
         * @description A cursor in a list of users.
         */
        UserCursor: string;
        /** @description A page of User rows. */
        UserList: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["User"][];
            /** @description The id of the first row; null when there is none. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null when there is none. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description Whether there are more rows in the direction of the walk. */
            has_more: boolean;
        };
        /**
         * @description The link that was opened.
         * @example {
         *       "token": "svcreset_0Yl3hTqVb8KdXw5RmZ2cJ7nPfA1sGuE9oLiQ4tHxDyBvC6kWjN"
         *     }
         */
        ValidatePasswordResetRequest: {
            token: components["schemas"]["LinkToken"];
        };
        /**
         * @description The body of a validation failure: every failure of the request.
         * @example {
         *       "detail": [
         *         {
         *           "loc": [
         *             "body",
         *             "expires_after",
         *             "days"
         *           ],
         *           "msg": "Input should be less than or equal to 36500",
         *           "type": "less_than_equal",
         *           "input": 40000,
         *           "ctx": {
         *             "le": 36500
         *           }
         *         }
         *       ]
         *     }
         */
        ValidationBody: {
            /**
             * @description The failures, parameters before the body; where there are more than 50, the first ones. Of a body of more than 4,000
             *     values those of a sample, or else the first one.
             */
            detail: components["schemas"]["ValidationIssue"][];
            /** @description The first failure as the public API's SDKs read it: only for clients that send the header `x-stainless-lang`. */
            error?: components["schemas"]["ValidationErrorObject"];
        };
        /** @description A validation failure in the shape of all other errors, so that SDKs have a message to show. */
        ValidationErrorObject: {
            /** @description The path and the words of the first failure, with how many more there are. */
            message: string;
            /**
             * @description The request has to change.
             * @enum {string}
             */
            type: "invalid_request_error";
            /** @description The path of the first failure, without the leading `body`. */
            param: string;
            /**
             * @description The request breaks its schema.
             * @enum {string}
             */
            code: "validation_error";
        };
        /** @description One failure of a request's validation. */
        ValidationIssue: {
            /** @description The path to the data: `body`, `query`, `path` or `header`, then names and indexes. */
            loc: components["schemas"]["IssueLocation"][];
            /** @description For people. */
            msg: string;
            /** @description The rule that was broken. */
            type: string;
            /** @description The offending value, cut after 1,024 characters, with its length; the mask where it is a secret. */
            input: unknown;
            /** @description The bounds of the rule. */
            ctx: {
                [key: string]: unknown;
            };
        };
        /** @description A vector as numbers. */
        Vector: components["schemas"]["VectorNumber"][];
        /**
         * Format: double
         * @description One of a vector's numbers: it fits into 32 bits.
         */
        VectorNumber: number;
        /**
         * @description A searchable collection of file chunks that belongs to one project.
         * @example {
         *       "id": "vs_01KF0G4CP9QX2AXWQ6CRBPS9XZ",
         *       "object": "vector_store",
         *       "created_at": 1768469705,
         *       "project_id": "proj_01KF0G0WCHRK34H1GGF5TREFPF",
         *       "name": "Handbook",
         *       "status": "completed",
         *       "file_counts": {
         *         "cancelled": 0,
         *         "completed": 3,
         *         "failed": 0,
         *         "in_progress": 0,
         *         "total": 3
         *       },
         *       "bytes": 182044,
         *       "usage_bytes": 182044,
         *       "expires_after": {
         *         "anchor": "last_active_at",
         *         "days": 30
         *       },
         *       "expires_at": 1771061705,
         *       "last_active_at": 1768469705,
         *       "metadata": {
         *         "team": "support"
         *       },
         *       "chunking_strategy": {
         *         "type": "static",
         *         "static": {
         *           "chunk_overlap_tokens": 400,
         *           "max_chunk_size_tokens": 800
         *         }
         *       }
         *     }
         */
        VectorStore: {
            id: components["schemas"]["Id"];
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "vector_store";
            created_at: components["schemas"]["UnixSeconds"];
            project_id: components["schemas"]["Id"];
            name: components["schemas"]["VectorStoreName"];
            /**
             * @description `in_progress` while a file is unfinished, then `completed`; `expired` once `expires_at` has passed.
             * @enum {string}
             */
            status: "in_progress" | "completed" | "expired";
            file_counts: components["schemas"]["FileCounts"];
            /** @description Bytes in the store. */
            bytes: components["schemas"]["Count"];
            /** @description The same as `bytes`. */
            usage_bytes: components["schemas"]["Count"];
            expires_after: components["schemas"]["ExpirationPolicy"];
            expires_at: components["schemas"]["UnixSeconds"];
            /** @description When it was last used. */
            last_active_at: components["schemas"]["UnixSeconds"];
            metadata: components["schemas"]["Metadata"];
            chunking_strategy: components["schemas"]["ChunkingStrategy"];
        };
        /**
         * Format: vector-store-id
         * @description A cursor in a list of vector stores.
         */
        VectorStoreCursor: string;
        /** @description A file in a vector store. Its id is the file's. */
        VectorStoreFile: {
            id: components["schemas"]["Id"];
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "vector_store.file";
            /** @description What its chunks take in the store. */
            usage_bytes: components["schemas"]["Count"];
            /** @description When it was attached. */
            created_at: components["schemas"]["UnixSeconds"];
            vector_store_id: components["schemas"]["Id"];
            /** @description How far it is. */
            status: components["schemas"]["VectorStoreFileStatus"];
            /** @description Null unless it failed. */
            last_error: components["schemas"]["VectorStoreFileError"] | null;
            chunking_strategy: components["schemas"]["StaticChunkingStrategy"];
            /** @description What a search can filter by. */
            attributes: components["schemas"]["Metadata"];
        };
        /**
         * @description Files that were attached to a vector store together. It finishes once: `completed` when every file has finished and at
         *     least one is completed, `cancelled` when none is completed and at least one is cancelled, `failed` when all failed. Its
         *     counts are final then.
         */
        VectorStoreFileBatch: {
            id: components["schemas"]["Id"];
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "vector_store.file_batch";
            created_at: components["schemas"]["UnixSeconds"];
            vector_store_id: components["schemas"]["Id"];
            project_id: components["schemas"]["Id"];
            /**
             * @description How far it is.
             * @enum {string}
             */
            status: "in_progress" | "completed" | "cancelled" | "failed";
            file_counts: components["schemas"]["FileCounts"];
        };
        /** @description The text of a file as the store has it: its chunks, in their order. */
        VectorStoreFileContentPage: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "vector_store.file_content.page";
            /** @description The pieces of text. */
            data: components["schemas"]["VectorStoreFileText"][];
            /**
             * @description All chunks are in this page.
             * @enum {boolean}
             */
            has_more: false;
            /** @description Always null. */
            next_page: null;
        };
        /** @description Why a file failed. */
        VectorStoreFileError: {
            /**
             * @description `unsupported_file`: of a kind that is not read. `invalid_file`: of a kind that is read, and broken, too large or
             *     hostile. `server_error`: not the file's fault.
             * @enum {string}
             */
            code: "server_error" | "unsupported_file" | "invalid_file";
            /** @description For people. */
            message: string;
        };
        /** @description A page of VectorStoreFile rows. */
        VectorStoreFileList: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["VectorStoreFile"][];
            /** @description The id of the first row; null when there is none. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null when there is none. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description Whether there are more rows in the direction of the walk. */
            has_more: boolean;
        };
        /**
         * @description What a file in a vector store can be; it is searchable when it is `completed`.
         * @enum {string}
         */
        VectorStoreFileStatus: "in_progress" | "completed" | "failed" | "cancelled";
        /** @description A piece of a file's text. */
        VectorStoreFileText: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            type: "text";
            /** @description The text. */
            text: string;
        };
        /** @description A page of VectorStore rows. */
        VectorStoreList: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["VectorStore"][];
            /** @description The id of the first row; null when there is none. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null when there is none. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description Whether there are more rows in the direction of the walk. */
            has_more: boolean;
        };
        /**
         * Format: label
         * @description Unique within the project, compared byte for byte after NFC. The empty string is no name, and may repeat.
         */
        VectorStoreName: string;
        /** @description Bytes in vector stores. */
        VectorStoresUsage: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "organization.usage.vector_stores.result";
            /** @description The most bytes that were held during the bucket, as looked at once an hour. */
            usage_bytes: components["schemas"]["Count"];
            /** @description The project. */
            project_id: components["schemas"]["Id"] | null;
            /** @description The user who called without a key. */
            user_id: components["schemas"]["Id"] | null;
            /** @description The key. */
            api_key_id: components["schemas"]["Id"] | null;
            /** @description The model. */
            model: components["schemas"]["ModelId"] | null;
        };
        /** @description What was used in a span of time, as VectorStoresUsage. */
        VectorStoresUsageBucket: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "bucket";
            /** @description When it begins. */
            start_time: components["schemas"]["UnixSeconds"];
            /** @description When it ends; the next one begins then. */
            end_time: components["schemas"]["UnixSeconds"];
            /** @description One result for each group; none where nothing was used. */
            results: components["schemas"]["VectorStoresUsage"][];
        };
        /** @description Buckets of VectorStoresUsage, in the order of time, without a gap. */
        VectorStoresUsagePage: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "page";
            /** @description The buckets. */
            data: components["schemas"]["VectorStoresUsageBucket"][];
            /** @description Whether the report goes on. */
            has_more: boolean;
            /** @description Sent as `page`, it brings the rest; null at the end. */
            next_page: components["schemas"]["UsagePageCursor"] | null;
        };
        /**
         * @description One try to hand an event over.
         * @example {
         *       "id": "whatt_01KF0G0WCHRK34H1GGF5TREFPF",
         *       "object": "webhook.attempt",
         *       "number": 1,
         *       "webhook_id": "whatt_01KF0G0WCHRK34H1GGF5TREFPF",
         *       "url": "https://hooks.example.com/svc",
         *       "status": "failed",
         *       "error": "http_status",
         *       "started_at": 1768469590,
         *       "duration_ms": 84,
         *       "response_status": 503,
         *       "response_body": "down for maintenance"
         *     }
         */
        WebhookAttempt: {
            id: components["schemas"]["Id"];
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "webhook.attempt";
            /** @description 1 for the delivery's first attempt. */
            number: components["schemas"]["Count"];
            /** @description What was sent as `webhook-id`: this attempt's id, or with `standard` signing the event's. */
            webhook_id: components["schemas"]["Id"];
            /** @description Where it went. */
            url: string;
            status: components["schemas"]["WebhookAttemptStatus"];
            /** @description Null unless it failed. */
            error: components["schemas"]["WebhookError"] | null;
            /** @description When it began. */
            started_at: components["schemas"]["UnixSeconds"];
            /** @description How long it took; null while it is under way, or where that is unknown. */
            duration_ms: components["schemas"]["Count"] | null;
            /** @description The status of the answer; null where there was none. */
            response_status: number | null;
            /** @description The beginning of the answer's body, at most 4096 characters; null where there was none. */
            response_body: string | null;
        };
        /**
         * @description How an attempt ended.
         * @enum {string}
         */
        WebhookAttemptStatus: "sending" | "succeeded" | "failed" | "blocked" | "interrupted";
        /**
         * @description An event on its way to a project's webhook.
         * @example {
         *       "id": "whdel_01KF0G0WCHRK34H1GGF5TREFPF",
         *       "object": "webhook.delivery",
         *       "created_at": 1768469590,
         *       "project_id": "proj_01KF0G0WCHRK34H1GGF5TREFPF",
         *       "event_id": "evt_01KF0G0WCHRK34H1GGF5TREFPF",
         *       "event_type": "vector_store.file_batch.completed",
         *       "origin": "event",
         *       "status": "pending",
         *       "attempt_count": 1,
         *       "next_attempt_at": 1768469595,
         *       "ended_at": null,
         *       "last_error": "http_status",
         *       "last_response_status": 503
         *     }
         */
        WebhookDelivery: {
            id: components["schemas"]["Id"];
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "webhook.delivery";
            /** @description When the delivery was begun. */
            created_at: components["schemas"]["UnixSeconds"];
            project_id: components["schemas"]["Id"];
            /** @description The id in the event's body: the same in every attempt, and in every delivery of this event. */
            event_id: components["schemas"]["Id"];
            event_type: components["schemas"]["WebhookEventType"];
            origin: components["schemas"]["WebhookOrigin"];
            status: components["schemas"]["WebhookDeliveryStatus"];
            /** @description How many attempts have ended. */
            attempt_count: components["schemas"]["Count"];
            /** @description When the next attempt is due; null where there will be none. */
            next_attempt_at: components["schemas"]["UnixSeconds"] | null;
            /** @description When the delivery came to its end; null while it is pending. */
            ended_at: components["schemas"]["UnixSeconds"] | null;
            /** @description Why the last attempt, or the delivery, did not succeed; null where nothing went wrong. */
            last_error: components["schemas"]["WebhookError"] | null;
            /** @description The status of the last answer; null where there was none. */
            last_response_status: number | null;
        };
        /**
         * Format: webhook-delivery-id
         * @description A cursor in a list of deliveries.
         */
        WebhookDeliveryCursor: string;
        /**
         * @description A delivery with what was sent, and every attempt.
         * @example {
         *       "id": "whdel_01KF0G0WCHRK34H1GGF5TREFPF",
         *       "object": "webhook.delivery",
         *       "created_at": 1768469590,
         *       "project_id": "proj_01KF0G0WCHRK34H1GGF5TREFPF",
         *       "event_id": "evt_01KF0G0WCHRK34H1GGF5TREFPF",
         *       "event_type": "vector_store.file_batch.completed",
         *       "origin": "event",
         *       "status": "pending",
         *       "attempt_count": 1,
         *       "next_attempt_at": 1768469595,
         *       "ended_at": null,
         *       "last_error": "http_status",
         *       "last_response_status": 503,
         *       "payload": "{\"id\":\"evt_01KF0G0WCHRK34H1GGF5TREFPF\",\"object\":\"event\",\"created_at\":1768469590,\"type\":\"vector_store.file_batch.completed\",\"data\":{}}",
         *       "attempts": [
         *         {
         *           "id": "whatt_01KF0G0WCHRK34H1GGF5TREFPF",
         *           "object": "webhook.attempt",
         *           "number": 1,
         *           "webhook_id": "whatt_01KF0G0WCHRK34H1GGF5TREFPF",
         *           "url": "https://hooks.example.com/svc",
         *           "status": "failed",
         *           "error": "http_status",
         *           "started_at": 1768469590,
         *           "duration_ms": 84,
         *           "response_status": 503,
         *           "response_body": "down for maintenance"
         *         }
         *       ]
         *     }
         */
        WebhookDeliveryDetail: {
            id: components["schemas"]["Id"];
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "webhook.delivery";
            /** @description When the delivery was begun. */
            created_at: components["schemas"]["UnixSeconds"];
            project_id: components["schemas"]["Id"];
            /** @description The id in the event's body: the same in every attempt, and in every delivery of this event. */
            event_id: components["schemas"]["Id"];
            event_type: components["schemas"]["WebhookEventType"];
            origin: components["schemas"]["WebhookOrigin"];
            status: components["schemas"]["WebhookDeliveryStatus"];
            /** @description How many attempts have ended. */
            attempt_count: components["schemas"]["Count"];
            /** @description When the next attempt is due; null where there will be none. */
            next_attempt_at: components["schemas"]["UnixSeconds"] | null;
            /** @description When the delivery came to its end; null while it is pending. */
            ended_at: components["schemas"]["UnixSeconds"] | null;
            /** @description Why the last attempt, or the delivery, did not succeed; null where nothing went wrong. */
            last_error: components["schemas"]["WebhookError"] | null;
            /** @description The status of the last answer; null where there was none. */
            last_response_status: number | null;
            /** @description The body of every attempt, byte for byte: what is signed. */
            payload: string;
            /** @description The attempts, oldest first. */
            attempts: components["schemas"]["WebhookAttempt"][];
        };
        /** @description A page of WebhookDelivery rows. */
        WebhookDeliveryList: {
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["WebhookDelivery"][];
            /** @description The id of the first row; null when there is none. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null when there is none. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description Whether there are more rows in the direction of the walk. */
            has_more: boolean;
        };
        /**
         * @description How a delivery stands. Only `pending` changes any more.
         * @enum {string}
         */
        WebhookDeliveryStatus: "pending" | "succeeded" | "failed" | "cancelled" | "disabled";
        /**
         * @description Why an attempt, or a delivery, did not succeed.
         * @enum {string}
         */
        WebhookError: "target_not_allowed" | "dns_not_found" | "dns_timeout" | "dns_failed" | "connection_refused" | "connection_timeout" | "connection_failed" | "connection_closed" | "certificate_expired" | "certificate_name_mismatch" | "certificate_untrusted" | "tls_failed" | "timeout" | "malformed_response" | "redirect" | "http_status" | "gone" | "interrupted" | "webhook_removed" | "project_archived" | "webhook_disabled" | "secret_unreadable";
        /**
         * @description What is sent to a project's `webhook_url`. A hint: an event may come twice, late, or out of order, so read the batch
         *     before acting. `id` stays the same over all attempts.
         * @example {
         *       "id": "evt_01KF0G0WCHRK34H1GGF5TREFPF",
         *       "object": "event",
         *       "created_at": 1768469590,
         *       "type": "vector_store.file_batch.completed",
         *       "data": {
         *         "id": "vsfb_01KF0G0WCHRK34H1GGF5TREFPF",
         *         "object": "vector_store.file_batch",
         *         "vector_store_id": "vs_01KF0G0WCHRK34H1GGF5TREFPF",
         *         "project_id": "proj_01KF0G0WCHRK34H1GGF5TREFPF",
         *         "status": "completed",
         *         "file_counts": {
         *           "cancelled": 0,
         *           "completed": 2,
         *           "failed": 0,
         *           "in_progress": 0,
         *           "total": 2
         *         },
         *         "created_at": 1768469580
         *       }
         *     }
         */
        WebhookEvent: {
            id: components["schemas"]["Id"];
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "event";
            /** @description When the event was made. */
            created_at: components["schemas"]["UnixSeconds"];
            type: components["schemas"]["WebhookEventType"];
            /** @description The batch, as it stood then. */
            data: components["schemas"]["WebhookFileBatch"];
        };
        /**
         * @description What has happened. There are no other kinds.
         * @enum {string}
         */
        WebhookEventType: "vector_store.file_batch.completed" | "vector_store.file_batch.cancelled" | "vector_store.file_batch.failed";
        /** @description A file batch that has ended, as events show it. */
        WebhookFileBatch: {
            id: components["schemas"]["Id"];
            /**
             * @description What kind of thing this is.
             * @enum {string}
             */
            object: "vector_store.file_batch";
            /** @description The store that the files were added to. */
            vector_store_id: components["schemas"]["Id"];
            /** @description The project of that store. */
            project_id: components["schemas"]["Id"];
            /**
             * @description How the batch ended.
             * @enum {string}
             */
            status: "completed" | "cancelled" | "failed";
            file_counts: components["schemas"]["WebhookFileCounts"];
            /** @description When the batch was created. */
            created_at: components["schemas"]["UnixSeconds"];
        };
        /** @description How many of a batch's files stand how. */
        WebhookFileCounts: {
            /** @description Files that were cancelled. */
            cancelled: components["schemas"]["Count"];
            /** @description Files that can be searched. */
            completed: components["schemas"]["Count"];
            /** @description Files that could not be read. */
            failed: components["schemas"]["Count"];
            /** @description None, once the batch has ended. */
            in_progress: components["schemas"]["Count"];
            /** @description All files of the batch. */
            total: components["schemas"]["Count"];
        };
        /**
         * @description Why there is a delivery.
         * @enum {string}
         */
        WebhookOrigin: "event" | "resend" | "test";
        /**
         * Format: password
         * @description The key that signs deliveries: 8 to 256 printable ASCII characters. Generated ones begin `whsec_`.
         */
        WebhookSecret: string;
        /**
         * @description How deliveries are signed. `literal`: the key is the secret's own bytes, and `webhook-id` names the attempt.
         *     `standard`: as Standard Webhooks has it, the key is what the secret spells in base64, and `webhook-id` names the event.
         *     `dual`: both signatures, for a migration.
         * @enum {string}
         */
        WebhookSigning: "literal" | "standard" | "dual";
        /**
         * Format: webhook-url
         * @description An HTTPS address on the public internet: no user name, no fragment, port 443 or one from 1024 on. A host that is, or
         *     resolves to, a non-public address is refused here, and again at every delivery.
         */
        WebhookUrl: string;
        /**
         * Format: worker-id
         * @description A cursor in the list of workers.
         */
        WorkerCursor: string;
    };
    responses: {
        /** @description A defect of the server; nothing of its inside is shown. */
        InternalServerError: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The database, or something else the server needs, is away. */
        ServiceUnavailable: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description No credential, or none that counts. */
        Unauthorized: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The request is not well-formed. */
        BadRequest: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The request breaks its schema. */
        UnprocessableEntity: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationBody"];
            };
        };
        /** @description The credential does not reach this. */
        Forbidden: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Too many requests, for now. */
        TooManyRequests: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMs"];
                "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                "x-should-retry": components["headers"]["XShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description There is no such thing in this scope. */
        NotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is too large. */
        PayloadTooLarge: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body's media type is not one that this operation reads. */
        UnsupportedMediaType: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The present state does not allow it. */
        Conflict: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                /** @description `false`: the same request fails again. */
                "x-should-retry": "false";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The upstream that was asked, and those asked in its place, failed. */
        BadGateway: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The upstream took too long to answer. */
        GatewayTimeout: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The upstream's refusal as it has it, or this server's own in the form of its errors. */
        PassedOnBadRequest: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                /** @description When to ask again, as the upstream has it: in so many seconds, or at a date. */
                "Retry-After"?: string;
                /** @description Whether it makes sense to send the same request again. */
                "x-should-retry"?: "true" | "false";
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": unknown;
                "*/*": unknown;
            };
        };
        /** @description The upstream's refusal as it has it, or this server's own in the form of its errors. */
        PassedOnNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                /** @description When to ask again, as the upstream has it: in so many seconds, or at a date. */
                "Retry-After"?: string;
                /** @description Whether it makes sense to send the same request again. */
                "x-should-retry"?: "true" | "false";
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": unknown;
                "*/*": unknown;
            };
        };
        /** @description The upstream's refusal as it has it, or this server's own in the form of its errors. */
        PassedOnPayloadTooLarge: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                /** @description When to ask again, as the upstream has it: in so many seconds, or at a date. */
                "Retry-After"?: string;
                /** @description Whether it makes sense to send the same request again. */
                "x-should-retry"?: "true" | "false";
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": unknown;
                "*/*": unknown;
            };
        };
        /** @description The upstream's refusal as it has it, or this server's own in the form of its errors. */
        PassedOnUnsupportedMediaType: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                /** @description When to ask again, as the upstream has it: in so many seconds, or at a date. */
                "Retry-After"?: string;
                /** @description Whether it makes sense to send the same request again. */
                "x-should-retry"?: "true" | "false";
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": unknown;
                "*/*": unknown;
            };
        };
        /** @description The upstream's refusal as it has it, or this server's own in the form of its errors. */
        PassedOnUnprocessableEntity: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                /** @description When to ask again, as the upstream has it: in so many seconds, or at a date. */
                "Retry-After"?: string;
                /** @description Whether it makes sense to send the same request again. */
                "x-should-retry"?: "true" | "false";
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": unknown;
                "*/*": unknown;
            };
        };
        /** @description Too many requests for the upstream, as it says, or for this server, in the form of its errors. */
        PassedOnTooManyRequests: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMs"];
                "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                "x-should-retry": components["headers"]["XShouldRetry"];
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": unknown;
                "*/*": unknown;
            };
        };
        /** @description Whatever the upstream refuses the request with. */
        PassedOnRefusal: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                /** @description When to ask again, as the upstream has it: in so many seconds, or at a date. */
                "Retry-After"?: string;
                /** @description Whether it makes sense to send the same request again. */
                "x-should-retry"?: "true" | "false";
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "*/*": unknown;
            };
        };
        /** @description The request is not well-formed. */
        OwnOrUpstreamBadRequest: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                /** @description When to ask again, as the upstream has it: in so many seconds, or at a date. */
                "Retry-After"?: string;
                /** @description Whether it makes sense to send the same request again. */
                "x-should-retry"?: "true" | "false";
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] | components["schemas"]["UpstreamErrorBody"];
            };
        };
        /** @description There is no such thing in this scope. */
        OwnOrUpstreamNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                /** @description When to ask again, as the upstream has it: in so many seconds, or at a date. */
                "Retry-After"?: string;
                /** @description Whether it makes sense to send the same request again. */
                "x-should-retry"?: "true" | "false";
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] | components["schemas"]["UpstreamErrorBody"];
            };
        };
        /** @description The request does not fit what the upstream has. */
        UpstreamConflict: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                /** @description When to ask again, as the upstream has it: in so many seconds, or at a date. */
                "Retry-After"?: string;
                /** @description Whether it makes sense to send the same request again. */
                "x-should-retry"?: "true" | "false";
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UpstreamErrorBody"];
            };
        };
        /** @description The request breaks its schema. */
        OwnOrUpstreamUnprocessableEntity: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                /** @description When to ask again, as the upstream has it: in so many seconds, or at a date. */
                "Retry-After"?: string;
                /** @description Whether it makes sense to send the same request again. */
                "x-should-retry"?: "true" | "false";
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationBody"] | components["schemas"]["UpstreamErrorBody"];
            };
        };
        /** @description Too many requests, for now. */
        OwnOrUpstreamTooManyRequests: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMs"];
                "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                "x-should-retry": components["headers"]["XShouldRetry"];
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] | components["schemas"]["UpstreamErrorBody"];
            };
        };
        /** @description The upstream refuses the request, in another way. */
        UpstreamRefusal: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                /** @description When to ask again, as the upstream has it: in so many seconds, or at a date. */
                "Retry-After"?: string;
                /** @description Whether it makes sense to send the same request again. */
                "x-should-retry"?: "true" | "false";
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UpstreamErrorBody"];
            };
        };
        /** @description The copy that the caller holds is the present one. */
        NotModified: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Whatever the upstream answers. */
        PassedOnAnswer: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                [name: string]: unknown;
            };
            content: {
                "*/*": unknown;
            };
        };
        /** @description The request has succeeded. */
        Ok: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "svc-ignored-fields": components["headers"]["SvcIgnoredFields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Ok"];
            };
        };
        /** @description The web panel. Its one page, the same at each of its addresses. */
        PanelText: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                /** @description Changes when the panel does. */
                ETag: string;
                [name: string]: unknown;
            };
            content: {
                "text/html; charset=utf-8": components["schemas"]["PanelText"];
            };
        };
        /** @description The body is too large. */
        OwnOrUpstreamPayloadTooLarge: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                /** @description When to ask again, as the upstream has it: in so many seconds, or at a date. */
                "Retry-After"?: string;
                /** @description Whether it makes sense to send the same request again. */
                "x-should-retry"?: "true" | "false";
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] | components["schemas"]["UpstreamErrorBody"];
            };
        };
        /** @description The body's media type is not one that this operation reads. */
        OwnOrUpstreamUnsupportedMediaType: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                /** @description When to ask again, as the upstream has it: in so many seconds, or at a date. */
                "Retry-After"?: string;
                /** @description Whether it makes sense to send the same request again. */
                "x-should-retry"?: "true" | "false";
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] | components["schemas"]["UpstreamErrorBody"];
            };
        };
        /** @description The server's disk has no room for this, beyond what it keeps free. */
        InsufficientStorage: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                /** @description `false`: waiting does not help, deleting does. */
                "x-should-retry": "false";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The request is too large for the upstream. */
        UpstreamPayloadTooLarge: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                /** @description When to ask again, as the upstream has it: in so many seconds, or at a date. */
                "Retry-After"?: string;
                /** @description Whether it makes sense to send the same request again. */
                "x-should-retry"?: "true" | "false";
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UpstreamErrorBody"];
            };
        };
        /** @description The upstream does not read what the request holds. */
        UpstreamUnsupportedMediaType: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                /** @description When to ask again, as the upstream has it: in so many seconds, or at a date. */
                "Retry-After"?: string;
                /** @description Whether it makes sense to send the same request again. */
                "x-should-retry"?: "true" | "false";
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UpstreamErrorBody"];
            };
        };
        /** @description The request has succeeded. */
        OrganizationEnvelope: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OrganizationEnvelope"];
            };
        };
        /** @description The request has succeeded. */
        Project: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Project"];
            };
        };
        /** @description The event is taken. Any 2xx status within 15 seconds says so. */
        NoContent: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The request has succeeded. */
        AuditLogList: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuditLogList"];
            };
        };
        /** @description The request has succeeded. */
        AdminConfig: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AdminConfig"];
            };
        };
        /** @description The request has succeeded. */
        LoginTokens: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "svc-ignored-fields": components["headers"]["SvcIgnoredFields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LoginTokens"];
            };
        };
        /** @description The request has succeeded. */
        StoredFile: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["StoredFile"];
            };
        };
        /** @description The request has succeeded. */
        AdminApiKey: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AdminApiKey"];
            };
        };
        /** @description The request has succeeded. */
        ProjectApiKey: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ProjectApiKey"];
            };
        };
        /** @description The request has succeeded. */
        SpendLimit: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SpendLimit"];
            };
        };
        /** @description The request has succeeded. */
        WebhookDelivery: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WebhookDelivery"];
            };
        };
        /** @description The request has succeeded. */
        Member: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Member"];
            };
        };
        /** @description The request has succeeded. */
        ModelResponse: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ModelResponse"];
                "text/event-stream": components["schemas"]["ServerSentEvents"];
            };
        };
        /** @description The request has succeeded. */
        Upload: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                "svc-ignored-fields": components["headers"]["SvcIgnoredFields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Upload"];
            };
        };
        /** @description The request has succeeded. */
        VectorStore: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                "svc-ignored-fields": components["headers"]["SvcIgnoredFields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["VectorStore"];
            };
        };
        /** @description The request has succeeded. */
        VectorStoreFileBatch: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "openai-poll-after-ms": components["headers"]["OpenaiPollAfterMs"];
                "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["VectorStoreFileBatch"];
            };
        };
        /** @description The request has succeeded. */
        VectorStoreFileList: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["VectorStoreFileList"];
            };
        };
        /** @description The request has succeeded. */
        VectorStoreFile: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "openai-poll-after-ms": components["headers"]["OpenaiPollAfterMs"];
                "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                "svc-ignored-fields": components["headers"]["SvcIgnoredFields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["VectorStoreFile"];
            };
        };
    };
    parameters: {
        /** @description Only what the users with these addresses did by themselves, without a key. */
        "AuditFilter.actor_emails": components["schemas"]["EmailAddress"][];
        /** @description Only what these users and keys did. */
        "AuditFilter.actor_ids": components["schemas"]["Id"][];
        /** @description Only what happened after this. */
        "AuditFilter.effective_at_gt": components["schemas"]["UnixSeconds"];
        /** @description Only what happened then or later. */
        "AuditFilter.effective_at_gte": components["schemas"]["UnixSeconds"];
        /** @description Only what happened before this. */
        "AuditFilter.effective_at_lt": components["schemas"]["UnixSeconds"];
        /** @description Only what happened then or earlier. */
        "AuditFilter.effective_at_lte": components["schemas"]["UnixSeconds"];
        /** @description Only these events. */
        "AuditFilter.event_types": components["schemas"]["AuditEventType"][];
        /** @description Only what was done in these projects. */
        "AuditFilter.project_ids": components["schemas"]["Id"][];
        /** @description Only what was done to these. */
        "AuditFilter.resource_ids": components["schemas"]["Id"][];
        /**
         * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
         *     `OpenAI-Organization` is a synonym.
         */
        "ContextHeaders.compatOrganization": components["schemas"]["Id"];
        /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
        "ContextHeaders.compatProject": components["schemas"]["Id"];
        /** @description One result for each; left out: one for all together. */
        "CostsQuery.group_by": components["schemas"]["CostGroup"][];
        /** @description How many buckets at most: never more than 180 days, 168 hours or 1440 minutes; by default 7, 24 and 60. */
        "CostsQuery.limit": number;
        /** @description Only these models. */
        "CostsQuery.line_items": components["schemas"]["ModelId"][];
        /** @description What stands behind `/v1/`. */
        CustomEndpointPath: components["schemas"]["EndpointRest"];
        /** @description The batch's id. */
        "FileBatchPath.batch_id": components["schemas"]["Id"];
        /** @description The vector store's id. */
        "FileBatchPath.vector_store_id": components["schemas"]["Id"];
        /** @description The file's id. */
        FilePath: components["schemas"]["Id"];
        /** @description Of an organization where it is listed from, of an invitation where one is deleted. */
        InvitationsPath: components["schemas"]["Id"];
        /** @description The key's id. */
        KeyPath: components["schemas"]["Id"];
        /** @description The version of the protocol that both sides have agreed on. */
        "McpCall.mcpProtocolVersion": string;
        /**
         * @description The session, as the MCP server has named it. It belongs to the project that it was given to: a session of another project
         *     is answered like one that does not exist, 404. 30 days after the MCP server last named it, it is unknown too.
         */
        "McpCall.mcpSessionId": string;
        /** @description Its prefix in the configuration. */
        "McpCall.prefix": components["schemas"]["McpPrefix"];
        /**
         * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
         *     user's default. `OpenAI-Organization` is a synonym.
         */
        OrganizationHeader: components["schemas"]["Id"];
        /** @description The organization's id. */
        OrganizationPath: components["schemas"]["Id"];
        /** @description The file's name. */
        "PanelAssetPath.file": string;
        /** @description The version of the panel that the page belongs to. */
        "PanelAssetPath.version": string;
        /** @description The project's id. */
        ProjectPath: components["schemas"]["Id"];
        /**
         * @description A text of your own, new for each thing that is to be made. A call that is sent again with it within 24 hours, by the
         *     same credential and with the same body, makes nothing: it gets the first one's answer, a key's value included. A call
         *     that was refused has not used it up.
         */
        Repeatable: string;
        /** @description What more the upstream shows. May be sent as `include` or `include[]`, repeated. */
        ResponseInclude: components["schemas"]["ResponseIncludable"][];
        /** @description One of this project's. */
        ResponsePath: components["schemas"]["ResponseId"];
        /** @description The upload's id. */
        UploadPath: components["schemas"]["Id"];
        /** @description Only calls with these keys. */
        "UsageQuery.api_key_ids": components["schemas"]["Id"][];
        /** @description How long a bucket is. */
        "UsageQuery.bucket_width": components["schemas"]["UsageBucketWidth"];
        /** @description The report ends before this; left out: now. Nothing lies before a beginning that is later. */
        "UsageQuery.end_time": components["schemas"]["UnixSeconds"];
        /** @description One result for each; left out: one for all together. */
        "UsageQuery.group_by": components["schemas"]["UsageGroup"][];
        /** @description How many buckets at most: never more than 31 days, 168 hours or 1440 minutes; by default 7, 24 and 60. */
        "UsageQuery.limit": number;
        /** @description Only these models. */
        "UsageQuery.models": components["schemas"]["ModelId"][];
        /** @description `next_page` of the report so far. */
        "UsageQuery.page": components["schemas"]["UsagePageCursor"];
        /** @description Only these projects. */
        "UsageQuery.project_ids": components["schemas"]["Id"][];
        /** @description The report begins with the bucket that this lies in; left out: with the one of 6 days ago. */
        "UsageQuery.start_time": components["schemas"]["UnixSeconds"];
        /** @description Only calls that these users made by themselves, without a key. */
        "UsageQuery.user_ids": components["schemas"]["Id"][];
        /** @description The user's id. */
        UserPath: components["schemas"]["Id"];
        /** @description The file's id. */
        "VectorStoreFilePath.file_id": components["schemas"]["Id"];
        /** @description The vector store's id. */
        "VectorStoreFilePath.vector_store_id": components["schemas"]["Id"];
        /** @description Only files with this status. */
        "VectorStoreFileWindow.filter": components["schemas"]["VectorStoreFileStatus"];
        /** @description The vector store's id. */
        VectorStorePath: components["schemas"]["Id"];
        /** @description The id of the delivery. */
        "WebhookDeliveryPath.delivery_id": components["schemas"]["Id"];
        /** @description Which attempt this is; the first is 1. Not signed. */
        "WebhookHeaders.webhookAttempt": number;
        /** @description The id of the event, the same over all attempts. Not signed: `id` in the body is. */
        "WebhookHeaders.webhookEventId": components["schemas"]["Id"];
        /** @description The id of this attempt; with `standard` signing, the id of the event. */
        "WebhookHeaders.webhookId": components["schemas"]["Id"];
        /**
         * @description `v1,` and the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}`. Several of them, with
         *     spaces between, with `dual` signing and for 24 hours after a rotation that keeps the old secret.
         */
        "WebhookHeaders.webhookSignature": string;
        /** @description When it was signed. Refuse what is more than five minutes off. */
        "WebhookHeaders.webhookTimestamp": components["schemas"]["UnixSeconds"];
        /** @description How many rows at most. */
        Limit: number;
        /** @description `desc` lists the newest first. */
        Order: components["schemas"]["Order"];
        /**
         * @description Only rows after this id, in the order of the list. The id of a row that has since been deleted stays a good
         *     cursor. Together with `before` it spans an open interval, walked from `after`.
         */
        After: components["schemas"]["FileCursor"];
        /** @description Only rows before this id, in the order of the list: the nearest ones, and `has_more` says whether more lie before those. */
        Before: components["schemas"]["FileCursor"];
    };
    requestBodies: never;
    headers: {
        /** @description Names this request in the logs of the server. */
        RequestId: string;
        /** @description Seconds to wait, at most 60. */
        RetryAfter: number;
        /** @description The same in milliseconds, for clients that look here first. */
        RetryAfterMs: number;
        /** @description Calls that one minute allows. */
        XRatelimitLimitRequests: number;
        /** @description Calls that are left. */
        XRatelimitRemainingRequests: number;
        /** @description The time until all calls are left again: `12s`. */
        XRatelimitResetRequests: string;
        /** @description Tokens that one minute allows. */
        XRatelimitLimitTokens: number;
        /** @description Tokens that are left. */
        XRatelimitRemainingTokens: number;
        /** @description The time until all tokens are left again: `12s`. */
        XRatelimitResetTokens: string;
        /** @description How long the upstream took, as it says. */
        OpenaiProcessingMs: string;
        /** @description `false` where a limit of the project is used up that waiting does not soon lift; else what an upstream says. */
        XShouldRetry: "true" | "false";
        /** @description `Bearer`; `Bearer error="invalid_token"` where a token came that counts no more, or never did. */
        WWWAuthenticate: string;
        /** @description Members of the body that this operation does not know, and that changed nothing: at most five names, separated by commas, percent-encoded. */
        SvcIgnoredFields: string;
        /** @description As the caller knows it. */
        ETag: string;
        /** @description While it is `in_progress`: milliseconds to wait before it is read again. */
        OpenaiPollAfterMs: number;
        /** @description The session that begins with this answer. */
        McpSessionId: string;
        /** @description The version of the protocol that the MCP server speaks. */
        McpProtocolVersion: string;
        /** @description `HttpOnly`, `SameSite=Lax`, for every path; over TLS `Secure`, and with the prefix `__Host-`. */
        SetCookie: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getRoot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The panel is elsewhere. */
            302: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /** @description Where. */
                    location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            422: components["responses"]["UnprocessableEntity"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAuditLog: {
        parameters: {
            query: {
                /**
                 * @description Only rows after this id, in the order of the list. The id of a row that has since been deleted stays a good
                 *     cursor. Together with `before` it spans an open interval, walked from `after`.
                 */
                after?: components["schemas"]["AuditCursor"];
                /** @description Only rows before this id, in the order of the list: the nearest ones, and `has_more` says whether more lie before those. */
                before?: components["schemas"]["AuditCursor"];
                /** @description How many rows at most. */
                limit: components["parameters"]["Limit"];
                /** @description `desc` lists the newest first. */
                order: components["parameters"]["Order"];
                /** @description Only these events. */
                event_types?: components["parameters"]["AuditFilter.event_types"];
                /** @description Only what these users and keys did. */
                actor_ids?: components["parameters"]["AuditFilter.actor_ids"];
                /** @description Only what the users with these addresses did by themselves, without a key. */
                actor_emails?: components["parameters"]["AuditFilter.actor_emails"];
                /** @description Only what was done in these projects. */
                project_ids?: components["parameters"]["AuditFilter.project_ids"];
                /** @description Only what was done to these. */
                resource_ids?: components["parameters"]["AuditFilter.resource_ids"];
                /** @description Only what happened after this. */
                "effective_at[gt]"?: components["parameters"]["AuditFilter.effective_at_gt"];
                /** @description Only what happened then or later. */
                "effective_at[gte]"?: components["parameters"]["AuditFilter.effective_at_gte"];
                /** @description Only what happened before this. */
                "effective_at[lt]"?: components["parameters"]["AuditFilter.effective_at_lt"];
                /** @description Only what happened then or earlier. */
                "effective_at[lte]"?: components["parameters"]["AuditFilter.effective_at_lte"];
                /** @description Only what concerns this organization. */
                organization_id?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AuditLogList"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAdminConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AdminConfig"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateAdminConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeAdminConfigRequest"];
            };
        };
        responses: {
            200: components["responses"]["AdminConfig"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAdminConfigProvenance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigProvenance"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revealAdminConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The dotted path of a secret: `worker.token`, `upstreams.0.api_key`. */
                path: components["schemas"]["ConfigPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevealedSetting"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    announceFineTuningWorker: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnnounceFineTuningWorkerRequest"];
            };
        };
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FineTuningWorker"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listOrganizations: {
        parameters: {
            query: {
                /**
                 * @description Only rows after this id, in the order of the list. The id of a row that has since been deleted stays a good
                 *     cursor. Together with `before` it spans an open interval, walked from `after`.
                 */
                after?: components["schemas"]["OrganizationCursor"];
                /** @description Only rows before this id, in the order of the list: the nearest ones, and `has_more` says whether more lie before those. */
                before?: components["schemas"]["OrganizationCursor"];
                /** @description How many rows at most. */
                limit: components["parameters"]["Limit"];
                /** @description `desc` lists the newest first. */
                order: components["parameters"]["Order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createOrganization: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A text of your own, new for each thing that is to be made. A call that is sent again with it within 24 hours, by the
                 *     same credential and with the same body, makes nothing: it gets the first one's answer, a key's value included. A call
                 *     that was refused has not used it up.
                 */
                "Idempotency-Key"?: components["parameters"]["Repeatable"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOrganizationRequest"];
            };
        };
        responses: {
            200: components["responses"]["OrganizationEnvelope"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization's id. */
                organization_id: components["parameters"]["OrganizationPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OrganizationEnvelope"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization's id. */
                organization_id: components["parameters"]["OrganizationPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOrganizationRequest"];
            };
        };
        responses: {
            200: components["responses"]["OrganizationEnvelope"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization's id. */
                organization_id: components["parameters"]["OrganizationPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedOrganization"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getUpstreamStates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpstreamStates"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listUsers: {
        parameters: {
            query: {
                /**
                 * @description Only rows after this id, in the order of the list. The id of a row that has since been deleted stays a good
                 *     cursor. Together with `before` it spans an open interval, walked from `after`.
                 */
                after?: components["schemas"]["UserCursor"];
                /** @description Only rows before this id, in the order of the list: the nearest ones, and `has_more` says whether more lie before those. */
                before?: components["schemas"]["UserCursor"];
                /** @description How many rows at most. */
                limit: components["parameters"]["Limit"];
                /** @description `desc` lists the newest first. */
                order: components["parameters"]["Order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's id. */
                user_id: components["parameters"]["UserPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's id. */
                user_id: components["parameters"]["UserPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUserRequest"];
            };
        };
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedUser"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            200: components["responses"]["LoginTokens"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    endLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAccountRequest"];
            };
        };
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "svc-ignored-fields": components["headers"]["SvcIgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateAccountPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAccountPasswordRequest"];
            };
        };
        responses: {
            200: components["responses"]["Ok"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    refreshLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginTokens"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createBrowserSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    "svc-ignored-fields": components["headers"]["SvcIgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrowserSession"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    endBrowserSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /** @description Removes the cookie. */
                    "Set-Cookie": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    refreshBrowserSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrowserSession"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getReference: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reference, as a page. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /** @description Changes when the reference does. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": components["schemas"]["ReferenceText"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            422: components["responses"]["UnprocessableEntity"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alive"];
                };
            };
            400: components["responses"]["BadRequest"];
            422: components["responses"]["UnprocessableEntity"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listenToMcpServer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
                /**
                 * @description The session, as the MCP server has named it. It belongs to the project that it was given to: a session of another project
                 *     is answered like one that does not exist, 404. 30 days after the MCP server last named it, it is unknown too.
                 */
                "mcp-session-id"?: components["parameters"]["McpCall.mcpSessionId"];
                /** @description The version of the protocol that both sides have agreed on. */
                "mcp-protocol-version"?: components["parameters"]["McpCall.mcpProtocolVersion"];
                /** @description The last event that was heard: those after it are sent. */
                "last-event-id"?: string;
            };
            path: {
                /** @description Its prefix in the configuration. */
                prefix: components["parameters"]["McpCall.prefix"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            400: components["responses"]["PassedOnBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PassedOnNotFound"];
            413: components["responses"]["PassedOnPayloadTooLarge"];
            415: components["responses"]["PassedOnUnsupportedMediaType"];
            422: components["responses"]["PassedOnUnprocessableEntity"];
            429: components["responses"]["PassedOnTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            /** @description Whatever the MCP server answers. */
            "2XX": {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "mcp-session-id": components["headers"]["McpSessionId"];
                    "mcp-protocol-version": components["headers"]["McpProtocolVersion"];
                    "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                    "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                    "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                    "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                    "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                    "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                    "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            "4XX": components["responses"]["PassedOnRefusal"];
        };
    };
    sendMcpMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
                /**
                 * @description The session, as the MCP server has named it. It belongs to the project that it was given to: a session of another project
                 *     is answered like one that does not exist, 404. 30 days after the MCP server last named it, it is unknown too.
                 */
                "mcp-session-id"?: components["parameters"]["McpCall.mcpSessionId"];
                /** @description The version of the protocol that both sides have agreed on. */
                "mcp-protocol-version"?: components["parameters"]["McpCall.mcpProtocolVersion"];
            };
            path: {
                /** @description Its prefix in the configuration. */
                prefix: components["parameters"]["McpCall.prefix"];
            };
            cookie?: never;
        };
        /** @description One message of JSON-RPC, or a list of them. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "jsonrpc": "2.0",
                 *       "id": 1,
                 *       "method": "tools/list"
                 *     }
                 */
                "application/json": unknown;
            };
        };
        responses: {
            400: components["responses"]["PassedOnBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PassedOnNotFound"];
            413: components["responses"]["PassedOnPayloadTooLarge"];
            415: components["responses"]["PassedOnUnsupportedMediaType"];
            422: components["responses"]["PassedOnUnprocessableEntity"];
            429: components["responses"]["PassedOnTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            /** @description Whatever the MCP server answers. */
            "2XX": {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "mcp-session-id": components["headers"]["McpSessionId"];
                    "mcp-protocol-version": components["headers"]["McpProtocolVersion"];
                    "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                    "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                    "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                    "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                    "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                    "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                    "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            "4XX": components["responses"]["PassedOnRefusal"];
        };
    };
    endMcpSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
                /**
                 * @description The session, as the MCP server has named it. It belongs to the project that it was given to: a session of another project
                 *     is answered like one that does not exist, 404. 30 days after the MCP server last named it, it is unknown too.
                 */
                "mcp-session-id"?: components["parameters"]["McpCall.mcpSessionId"];
                /** @description The version of the protocol that both sides have agreed on. */
                "mcp-protocol-version"?: components["parameters"]["McpCall.mcpProtocolVersion"];
            };
            path: {
                /** @description Its prefix in the configuration. */
                prefix: components["parameters"]["McpCall.prefix"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            400: components["responses"]["PassedOnBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PassedOnNotFound"];
            413: components["responses"]["PassedOnPayloadTooLarge"];
            415: components["responses"]["PassedOnUnsupportedMediaType"];
            422: components["responses"]["PassedOnUnprocessableEntity"];
            429: components["responses"]["PassedOnTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            /** @description Whatever the MCP server answers. */
            "2XX": {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "mcp-session-id": components["headers"]["McpSessionId"];
                    "mcp-protocol-version": components["headers"]["McpProtocolVersion"];
                    "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                    "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                    "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                    "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                    "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                    "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                    "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            "4XX": components["responses"]["PassedOnRefusal"];
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Counters and gauges, as Prometheus reads them. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain; version=0.0.4; charset=utf-8": components["schemas"]["MetricsText"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOpenapiDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description This document. The first of its `servers` is the address of the server that answers. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /** @description Changes when the document does. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            422: components["responses"]["UnprocessableEntity"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPanel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PanelText"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            422: components["responses"]["UnprocessableEntity"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPanelAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The version of the panel that the page belongs to. */
                version: components["parameters"]["PanelAssetPath.version"];
                /** @description The file's name. */
                file: components["parameters"]["PanelAssetPath.file"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A module, a style sheet or an image of the panel. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /** @description It may be kept for good: another version has another address. */
                    "Cache-Control": string;
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript; charset=utf-8": components["schemas"]["PanelText"];
                    "text/css; charset=utf-8": components["schemas"]["PanelText"];
                    "image/svg+xml; charset=utf-8": components["schemas"]["PanelText"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPanelInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PanelText"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            422: components["responses"]["UnprocessableEntity"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPanelRegister: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PanelText"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            422: components["responses"]["UnprocessableEntity"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPanelReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PanelText"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            422: components["responses"]["UnprocessableEntity"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The server can do its work. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            400: components["responses"]["BadRequest"];
            422: components["responses"]["UnprocessableEntity"];
            500: components["responses"]["InternalServerError"];
            /** @description Something that the server needs is away, or it is about to stop. */
            503: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    createChatCompletion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatCompletionRequest"];
            };
        };
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                    "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                    "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                    "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                    "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                    "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                    "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatCompletion"];
                    "text/event-stream": components["schemas"]["ServerSentEvents"];
                };
            };
            400: components["responses"]["OwnOrUpstreamBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OwnOrUpstreamNotFound"];
            409: components["responses"]["UpstreamConflict"];
            413: components["responses"]["OwnOrUpstreamPayloadTooLarge"];
            415: components["responses"]["OwnOrUpstreamUnsupportedMediaType"];
            422: components["responses"]["OwnOrUpstreamUnprocessableEntity"];
            429: components["responses"]["OwnOrUpstreamTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            "4XX": components["responses"]["UpstreamRefusal"];
        };
    };
    createCompletion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompletionRequest"];
            };
        };
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                    "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                    "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                    "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                    "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                    "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                    "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Completion"];
                    "text/event-stream": components["schemas"]["ServerSentEvents"];
                };
            };
            400: components["responses"]["OwnOrUpstreamBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OwnOrUpstreamNotFound"];
            409: components["responses"]["UpstreamConflict"];
            413: components["responses"]["OwnOrUpstreamPayloadTooLarge"];
            415: components["responses"]["OwnOrUpstreamUnsupportedMediaType"];
            422: components["responses"]["OwnOrUpstreamUnprocessableEntity"];
            429: components["responses"]["OwnOrUpstreamTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            "4XX": components["responses"]["UpstreamRefusal"];
        };
    };
    createEmbedding: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmbeddingRequest"];
            };
        };
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                    "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                    "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                    "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                    "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                    "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                    "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmbeddingList"];
                };
            };
            400: components["responses"]["OwnOrUpstreamBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OwnOrUpstreamNotFound"];
            409: components["responses"]["UpstreamConflict"];
            413: components["responses"]["OwnOrUpstreamPayloadTooLarge"];
            415: components["responses"]["OwnOrUpstreamUnsupportedMediaType"];
            422: components["responses"]["OwnOrUpstreamUnprocessableEntity"];
            429: components["responses"]["OwnOrUpstreamTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            "4XX": components["responses"]["UpstreamRefusal"];
        };
    };
    listFiles: {
        parameters: {
            query: {
                /**
                 * @description Only rows after this id, in the order of the list. The id of a row that has since been deleted stays a good
                 *     cursor. Together with `before` it spans an open interval, walked from `after`.
                 */
                after?: components["parameters"]["After"];
                /** @description Only rows before this id, in the order of the list: the nearest ones, and `has_more` says whether more lie before those. */
                before?: components["parameters"]["Before"];
                /** @description How many rows at most. */
                limit: number;
                /** @description `desc` lists the newest first. */
                order: components["parameters"]["Order"];
                /** @description Only files for this purpose. */
                purpose?: components["schemas"]["FilePurpose"];
            };
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                    "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                    "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                    "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                    "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                    "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredFileList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createFile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": "The bytes of the file",
                 *       "purpose": "assistants",
                 *       "expires_after": {
                 *         "anchor": "created_at",
                 *         "seconds": 3600
                 *       }
                 *     }
                 */
                "multipart/form-data": components["schemas"]["CreateFileForm"];
            };
        };
        responses: {
            200: components["responses"]["StoredFile"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    retrieveFile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The file's id. */
                file_id: components["parameters"]["FilePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["StoredFile"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteFile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The file's id. */
                file_id: components["parameters"]["FilePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                    "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                    "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                    "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                    "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                    "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedStoredFile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    downloadFile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The file's id. */
                file_id: components["parameters"]["FilePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes of a file, always as an attachment. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /** @description `attachment`, with the file's name. */
                    "Content-Disposition": string;
                    "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                    "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                    "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                    "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                    "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                    "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listFineTuningWorkers: {
        parameters: {
            query: {
                /** @description Only rows after this id, in the order of the list. */
                after?: components["schemas"]["WorkerCursor"];
                /** @description How many rows at most. */
                limit: components["parameters"]["Limit"];
            };
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FineTuningWorkerList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationTokenRequest"];
            };
        };
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "svc-ignored-fields": components["headers"]["SvcIgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedInvitation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
                /**
                 * @description A text of your own, new for each thing that is to be made. A call that is sent again with it within 24 hours, by the
                 *     same credential and with the same body, makes nothing: it gets the first one's answer, a key's value included. A call
                 *     that was refused has not used it up.
                 */
                "Idempotency-Key"?: components["parameters"]["Repeatable"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInvitationRequest"];
            };
        };
        responses: {
            200: components["responses"]["Ok"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    registerAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterAccountRequest"];
            };
        };
        responses: {
            200: components["responses"]["LoginTokens"];
            400: components["responses"]["BadRequest"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    validateInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationTokenRequest"];
            };
        };
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "svc-ignored-fields": components["headers"]["SvcIgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationOffer"];
                };
            };
            400: components["responses"]["BadRequest"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listInvitations: {
        parameters: {
            query: {
                /**
                 * @description Only rows after this id, in the order of the list. The id of a row that has since been deleted stays a good
                 *     cursor. Together with `before` it spans an open interval, walked from `after`.
                 */
                after?: components["schemas"]["InvitationCursor"];
                /** @description Only rows before this id, in the order of the list: the nearest ones, and `has_more` says whether more lie before those. */
                before?: components["schemas"]["InvitationCursor"];
                /** @description How many rows at most. */
                limit: components["parameters"]["Limit"];
                /** @description `asc` lists the oldest first. */
                order: components["schemas"]["Order"];
            };
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description Of an organization where it is listed from, of an invitation where one is deleted. */
                id: components["parameters"]["InvitationsPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteInvitation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description Of an organization where it is listed from, of an invitation where one is deleted. */
                id: components["parameters"]["InvitationsPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedInvitation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listModels: {
        parameters: {
            query: {
                /** @description Whether each model says what the server knows of it. */
                additional_data: boolean;
            };
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                    "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                    "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                    "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                    "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                    "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retrieveModel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The model's id; a slash in it is sent as `%2F`. */
                model: components["schemas"]["ModelId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                    "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                    "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                    "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                    "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                    "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Model"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAdminApiKeys: {
        parameters: {
            query: {
                /**
                 * @description Only rows after this id, in the order of the list. The id of a row that has since been deleted stays a good
                 *     cursor. Together with `before` it spans an open interval, walked from `after`.
                 */
                after?: components["schemas"]["KeyCursor"];
                /** @description Only rows before this id, in the order of the list: the nearest ones, and `has_more` says whether more lie before those. */
                before?: components["schemas"]["KeyCursor"];
                /** @description How many rows at most. */
                limit: components["parameters"]["Limit"];
                /** @description `asc` lists the oldest first. */
                order: components["schemas"]["Order"];
            };
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminApiKeyList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createAdminApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
                /**
                 * @description A text of your own, new for each thing that is to be made. A call that is sent again with it within 24 hours, by the
                 *     same credential and with the same body, makes nothing: it gets the first one's answer, a key's value included. A call
                 *     that was refused has not used it up.
                 */
                "Idempotency-Key"?: components["parameters"]["Repeatable"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKeyRequest"];
            };
        };
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedAdminApiKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAdminApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The key's id. */
                key_id: components["parameters"]["KeyPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AdminApiKey"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateAdminApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The key's id. */
                key_id: components["parameters"]["KeyPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateKeyRequest"];
            };
        };
        responses: {
            200: components["responses"]["AdminApiKey"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteAdminApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The key's id. */
                key_id: components["parameters"]["KeyPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedAdminApiKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listOrganizationAuditLogs: {
        parameters: {
            query: {
                /**
                 * @description Only rows after this id, in the order of the list. The id of a row that has since been deleted stays a good
                 *     cursor. Together with `before` it spans an open interval, walked from `after`.
                 */
                after?: components["schemas"]["AuditCursor"];
                /** @description Only rows before this id, in the order of the list: the nearest ones, and `has_more` says whether more lie before those. */
                before?: components["schemas"]["AuditCursor"];
                /** @description How many rows at most. */
                limit: components["parameters"]["Limit"];
                /** @description `desc` lists the newest first. */
                order: components["parameters"]["Order"];
                /** @description Only these events. */
                event_types?: components["parameters"]["AuditFilter.event_types"];
                /** @description Only what these users and keys did. */
                actor_ids?: components["parameters"]["AuditFilter.actor_ids"];
                /** @description Only what the users with these addresses did by themselves, without a key. */
                actor_emails?: components["parameters"]["AuditFilter.actor_emails"];
                /** @description Only what was done in these projects. */
                project_ids?: components["parameters"]["AuditFilter.project_ids"];
                /** @description Only what was done to these. */
                resource_ids?: components["parameters"]["AuditFilter.resource_ids"];
                /** @description Only what happened after this. */
                "effective_at[gt]"?: components["parameters"]["AuditFilter.effective_at_gt"];
                /** @description Only what happened then or later. */
                "effective_at[gte]"?: components["parameters"]["AuditFilter.effective_at_gte"];
                /** @description Only what happened before this. */
                "effective_at[lt]"?: components["parameters"]["AuditFilter.effective_at_lt"];
                /** @description Only what happened then or earlier. */
                "effective_at[lte]"?: components["parameters"]["AuditFilter.effective_at_lte"];
            };
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AuditLogList"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCosts: {
        parameters: {
            query?: {
                /** @description The report begins with the bucket that this lies in; left out: with the one of 6 days ago. */
                start_time?: components["parameters"]["UsageQuery.start_time"];
                /** @description The report ends before this; left out: now. Nothing lies before a beginning that is later. */
                end_time?: components["parameters"]["UsageQuery.end_time"];
                /** @description How long a bucket is. */
                bucket_width?: components["parameters"]["UsageQuery.bucket_width"];
                /** @description Only these projects. */
                project_ids?: components["parameters"]["UsageQuery.project_ids"];
                /** @description Only calls that these users made by themselves, without a key. */
                user_ids?: components["parameters"]["UsageQuery.user_ids"];
                /** @description Only calls with these keys. */
                api_key_ids?: components["parameters"]["UsageQuery.api_key_ids"];
                /** @description `next_page` of the report so far. */
                page?: components["parameters"]["UsageQuery.page"];
                /** @description Only these models. */
                line_items?: components["parameters"]["CostsQuery.line_items"];
                /** @description One result for each; left out: one for all together. */
                group_by?: components["parameters"]["CostsQuery.group_by"];
                /** @description How many buckets at most: never more than 180 days, 168 hours or 1440 minutes; by default 7, 24 and 60. */
                limit?: components["parameters"]["CostsQuery.limit"];
            };
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CostsPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProjects: {
        parameters: {
            query: {
                /**
                 * @description Only rows after this id, in the order of the list. The id of a row that has since been deleted stays a good
                 *     cursor. Together with `before` it spans an open interval, walked from `after`.
                 */
                after?: components["schemas"]["ProjectCursor"];
                /** @description Only rows before this id, in the order of the list: the nearest ones, and `has_more` says whether more lie before those. */
                before?: components["schemas"]["ProjectCursor"];
                /** @description How many rows at most. */
                limit: components["parameters"]["Limit"];
                /** @description `desc` lists the newest first. */
                order: components["parameters"]["Order"];
                /** @description Whether archived projects are listed too. */
                include_archived: boolean;
            };
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
                /**
                 * @description A text of your own, new for each thing that is to be made. A call that is sent again with it within 24 hours, by the
                 *     same credential and with the same body, makes nothing: it gets the first one's answer, a key's value included. A call
                 *     that was refused has not used it up.
                 */
                "Idempotency-Key"?: components["parameters"]["Repeatable"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProjectRequest"];
            };
        };
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "proj_01KF0G0WCHRK34H1GGF5TREFPF",
                     *       "object": "organization.project",
                     *       "created_at": 1768469590,
                     *       "organization_id": "org_01KF0FX1B1ET11BJZ2BDTPTVRC",
                     *       "name": "Search",
                     *       "status": "active",
                     *       "archived_at": null,
                     *       "models": [
                     *         "gpt-4o-mini"
                     *       ],
                     *       "custom_endpoints": [
                     *         "/v1/ocr"
                     *       ],
                     *       "mcp_prefixes": [
                     *         "docs"
                     *       ],
                     *       "limits": {
                     *         "requests_per_minute": 600,
                     *         "tokens_per_minute": null,
                     *         "tokens_per_day": null,
                     *         "tokens_per_month": null,
                     *         "vector_store_bytes": null,
                     *         "file_bytes": null
                     *       },
                     *       "webhook_url": "https://hooks.example.com/svc",
                     *       "webhook_secret": "a secret of your own",
                     *       "webhook_signing": "literal",
                     *       "webhook_disabled_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getProject: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The project's id. */
                project_id: components["parameters"]["ProjectPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Project"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateProject: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The project's id. */
                project_id: components["parameters"]["ProjectPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateProjectRequest"];
            };
        };
        responses: {
            200: components["responses"]["Project"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProjectApiKeys: {
        parameters: {
            query: {
                /**
                 * @description Only rows after this id, in the order of the list. The id of a row that has since been deleted stays a good
                 *     cursor. Together with `before` it spans an open interval, walked from `after`.
                 */
                after?: components["schemas"]["KeyCursor"];
                /** @description Only rows before this id, in the order of the list: the nearest ones, and `has_more` says whether more lie before those. */
                before?: components["schemas"]["KeyCursor"];
                /** @description How many rows at most. */
                limit: components["parameters"]["Limit"];
                /** @description `asc` lists the oldest first. */
                order: components["schemas"]["Order"];
                /** @description Only keys whose owner can still reach the project, or only those whose owner cannot. `any`, like nothing, lists both. */
                owner_project_access?: "active" | "inactive" | "any";
            };
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The project's id. */
                project_id: components["parameters"]["ProjectPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectApiKeyList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createProjectApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
                /**
                 * @description A text of your own, new for each thing that is to be made. A call that is sent again with it within 24 hours, by the
                 *     same credential and with the same body, makes nothing: it gets the first one's answer, a key's value included. A call
                 *     that was refused has not used it up.
                 */
                "Idempotency-Key"?: components["parameters"]["Repeatable"];
            };
            path: {
                /** @description The project's id. */
                project_id: components["parameters"]["ProjectPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKeyRequest"];
            };
        };
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedProjectApiKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getProjectApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The project's id. */
                project_id: components["parameters"]["ProjectPath"];
                /** @description The key's id. */
                key_id: components["parameters"]["KeyPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ProjectApiKey"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateProjectApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The project's id. */
                project_id: components["parameters"]["ProjectPath"];
                /** @description The key's id. */
                key_id: components["parameters"]["KeyPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateKeyRequest"];
            };
        };
        responses: {
            200: components["responses"]["ProjectApiKey"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteProjectApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The project's id. */
                project_id: components["parameters"]["ProjectPath"];
                /** @description The key's id. */
                key_id: components["parameters"]["KeyPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedProjectApiKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    archiveProject: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The project's id. */
                project_id: components["parameters"]["ProjectPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Project"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSpendLimit: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The project's id. */
                project_id: components["parameters"]["ProjectPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SpendLimit"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateSpendLimit: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The project's id. */
                project_id: components["parameters"]["ProjectPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetSpendLimitRequest"];
            };
        };
        responses: {
            200: components["responses"]["SpendLimit"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteSpendLimit: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The project's id. */
                project_id: components["parameters"]["ProjectPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedSpendLimit"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query: {
                /**
                 * @description Only rows after this id, in the order of the list. The id of a row that has since been deleted stays a good
                 *     cursor. Together with `before` it spans an open interval, walked from `after`.
                 */
                after?: components["schemas"]["WebhookDeliveryCursor"];
                /** @description Only rows before this id, in the order of the list: the nearest ones, and `has_more` says whether more lie before those. */
                before?: components["schemas"]["WebhookDeliveryCursor"];
                /** @description How many rows at most. */
                limit: components["parameters"]["Limit"];
                /** @description `desc` lists the newest first. */
                order: components["parameters"]["Order"];
                /** @description Only deliveries that stand so. */
                status?: components["schemas"]["WebhookDeliveryStatus"];
            };
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The project's id. */
                project_id: components["parameters"]["ProjectPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The project's id. */
                project_id: components["parameters"]["ProjectPath"];
                /** @description The id of the delivery. */
                delivery_id: components["parameters"]["WebhookDeliveryPath.delivery_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    resendWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The project's id. */
                project_id: components["parameters"]["ProjectPath"];
                /** @description The id of the delivery. */
                delivery_id: components["parameters"]["WebhookDeliveryPath.delivery_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WebhookDelivery"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The project's id. */
                project_id: components["parameters"]["ProjectPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestWebhookRequest"];
            };
        };
        responses: {
            200: components["responses"]["WebhookDelivery"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCompletionsUsage: {
        parameters: {
            query?: {
                /** @description The report begins with the bucket that this lies in; left out: with the one of 6 days ago. */
                start_time?: components["parameters"]["UsageQuery.start_time"];
                /** @description The report ends before this; left out: now. Nothing lies before a beginning that is later. */
                end_time?: components["parameters"]["UsageQuery.end_time"];
                /** @description How long a bucket is. */
                bucket_width?: components["parameters"]["UsageQuery.bucket_width"];
                /** @description Only these projects. */
                project_ids?: components["parameters"]["UsageQuery.project_ids"];
                /** @description Only calls that these users made by themselves, without a key. */
                user_ids?: components["parameters"]["UsageQuery.user_ids"];
                /** @description Only calls with these keys. */
                api_key_ids?: components["parameters"]["UsageQuery.api_key_ids"];
                /** @description Only these models. */
                models?: components["parameters"]["UsageQuery.models"];
                /** @description One result for each; left out: one for all together. */
                group_by?: components["parameters"]["UsageQuery.group_by"];
                /** @description How many buckets at most: never more than 31 days, 168 hours or 1440 minutes; by default 7, 24 and 60. */
                limit?: components["parameters"]["UsageQuery.limit"];
                /** @description `next_page` of the report so far. */
                page?: components["parameters"]["UsageQuery.page"];
                /** @description `true` shows batch jobs alone, of which this server has none; `false` the calls beside them, which are all. */
                batch?: boolean;
            };
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompletionsUsagePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getEmbeddingsUsage: {
        parameters: {
            query?: {
                /** @description The report begins with the bucket that this lies in; left out: with the one of 6 days ago. */
                start_time?: components["parameters"]["UsageQuery.start_time"];
                /** @description The report ends before this; left out: now. Nothing lies before a beginning that is later. */
                end_time?: components["parameters"]["UsageQuery.end_time"];
                /** @description How long a bucket is. */
                bucket_width?: components["parameters"]["UsageQuery.bucket_width"];
                /** @description Only these projects. */
                project_ids?: components["parameters"]["UsageQuery.project_ids"];
                /** @description Only calls that these users made by themselves, without a key. */
                user_ids?: components["parameters"]["UsageQuery.user_ids"];
                /** @description Only calls with these keys. */
                api_key_ids?: components["parameters"]["UsageQuery.api_key_ids"];
                /** @description Only these models. */
                models?: components["parameters"]["UsageQuery.models"];
                /** @description One result for each; left out: one for all together. */
                group_by?: components["parameters"]["UsageQuery.group_by"];
                /** @description How many buckets at most: never more than 31 days, 168 hours or 1440 minutes; by default 7, 24 and 60. */
                limit?: components["parameters"]["UsageQuery.limit"];
                /** @description `next_page` of the report so far. */
                page?: components["parameters"]["UsageQuery.page"];
            };
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmbeddingsUsagePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getFilesUsage: {
        parameters: {
            query?: {
                /** @description The report begins with the bucket that this lies in; left out: with the one of 6 days ago. */
                start_time?: components["parameters"]["UsageQuery.start_time"];
                /** @description The report ends before this; left out: now. Nothing lies before a beginning that is later. */
                end_time?: components["parameters"]["UsageQuery.end_time"];
                /** @description How long a bucket is. */
                bucket_width?: components["parameters"]["UsageQuery.bucket_width"];
                /** @description Only these projects. */
                project_ids?: components["parameters"]["UsageQuery.project_ids"];
                /** @description Only calls that these users made by themselves, without a key. */
                user_ids?: components["parameters"]["UsageQuery.user_ids"];
                /** @description Only calls with these keys. */
                api_key_ids?: components["parameters"]["UsageQuery.api_key_ids"];
                /** @description Only these models. */
                models?: components["parameters"]["UsageQuery.models"];
                /** @description One result for each; left out: one for all together. */
                group_by?: components["parameters"]["UsageQuery.group_by"];
                /** @description How many buckets at most: never more than 31 days, 168 hours or 1440 minutes; by default 7, 24 and 60. */
                limit?: components["parameters"]["UsageQuery.limit"];
                /** @description `next_page` of the report so far. */
                page?: components["parameters"]["UsageQuery.page"];
            };
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilesUsagePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getRequestsUsage: {
        parameters: {
            query?: {
                /** @description The report begins with the bucket that this lies in; left out: with the one of 6 days ago. */
                start_time?: components["parameters"]["UsageQuery.start_time"];
                /** @description The report ends before this; left out: now. Nothing lies before a beginning that is later. */
                end_time?: components["parameters"]["UsageQuery.end_time"];
                /** @description How long a bucket is. */
                bucket_width?: components["parameters"]["UsageQuery.bucket_width"];
                /** @description Only these projects. */
                project_ids?: components["parameters"]["UsageQuery.project_ids"];
                /** @description Only calls that these users made by themselves, without a key. */
                user_ids?: components["parameters"]["UsageQuery.user_ids"];
                /** @description Only calls with these keys. */
                api_key_ids?: components["parameters"]["UsageQuery.api_key_ids"];
                /** @description Only these models. */
                models?: components["parameters"]["UsageQuery.models"];
                /** @description One result for each; left out: one for all together. */
                group_by?: components["parameters"]["UsageQuery.group_by"];
                /** @description How many buckets at most: never more than 31 days, 168 hours or 1440 minutes; by default 7, 24 and 60. */
                limit?: components["parameters"]["UsageQuery.limit"];
                /** @description `next_page` of the report so far. */
                page?: components["parameters"]["UsageQuery.page"];
            };
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestsUsagePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getVectorStoresUsage: {
        parameters: {
            query?: {
                /** @description The report begins with the bucket that this lies in; left out: with the one of 6 days ago. */
                start_time?: components["parameters"]["UsageQuery.start_time"];
                /** @description The report ends before this; left out: now. Nothing lies before a beginning that is later. */
                end_time?: components["parameters"]["UsageQuery.end_time"];
                /** @description How long a bucket is. */
                bucket_width?: components["parameters"]["UsageQuery.bucket_width"];
                /** @description Only these projects. */
                project_ids?: components["parameters"]["UsageQuery.project_ids"];
                /** @description Only calls that these users made by themselves, without a key. */
                user_ids?: components["parameters"]["UsageQuery.user_ids"];
                /** @description Only calls with these keys. */
                api_key_ids?: components["parameters"]["UsageQuery.api_key_ids"];
                /** @description Only these models. */
                models?: components["parameters"]["UsageQuery.models"];
                /** @description One result for each; left out: one for all together. */
                group_by?: components["parameters"]["UsageQuery.group_by"];
                /** @description How many buckets at most: never more than 31 days, 168 hours or 1440 minutes; by default 7, 24 and 60. */
                limit?: components["parameters"]["UsageQuery.limit"];
                /** @description `next_page` of the report so far. */
                page?: components["parameters"]["UsageQuery.page"];
            };
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VectorStoresUsagePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMembers: {
        parameters: {
            query: {
                /**
                 * @description Only rows after this id, in the order of the list. The id of a row that has since been deleted stays a good
                 *     cursor. Together with `before` it spans an open interval, walked from `after`.
                 */
                after?: components["schemas"]["UserCursor"];
                /** @description Only rows before this id, in the order of the list: the nearest ones, and `has_more` says whether more lie before those. */
                before?: components["schemas"]["UserCursor"];
                /** @description How many rows at most. */
                limit: components["parameters"]["Limit"];
                /** @description `desc` lists the newest first. */
                order: components["parameters"]["Order"];
                /** @description Only members with one of these addresses. */
                "emails[]"?: components["schemas"]["EmailAddress"][];
            };
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMember: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The user's id. */
                user_id: components["parameters"]["UserPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Member"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The user's id. */
                user_id: components["parameters"]["UserPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMemberRequest"];
            };
        };
        responses: {
            200: components["responses"]["Member"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteMember: {
        parameters: {
            query: {
                /** @description Hands the keys that the member made to the organization, instead of stopping them. */
                keep_keys: boolean;
            };
            header?: {
                /**
                 * @description The organization. An organization key carries its own; a user's token needs it unless the organization is the
                 *     user's default. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The user's id. */
                user_id: components["parameters"]["UserPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedMember"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePasswordResetRequest"];
            };
        };
        responses: {
            200: components["responses"]["Ok"];
            400: components["responses"]["BadRequest"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    confirmPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmPasswordResetRequest"];
            };
        };
        responses: {
            200: components["responses"]["Ok"];
            400: components["responses"]["BadRequest"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    validatePasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ValidatePasswordResetRequest"];
            };
        };
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "svc-ignored-fields": components["headers"]["SvcIgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordReset"];
                };
            };
            400: components["responses"]["BadRequest"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createResponse: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResponseRequest"];
            };
        };
        responses: {
            200: components["responses"]["ModelResponse"];
            400: components["responses"]["OwnOrUpstreamBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OwnOrUpstreamNotFound"];
            409: components["responses"]["UpstreamConflict"];
            413: components["responses"]["OwnOrUpstreamPayloadTooLarge"];
            415: components["responses"]["OwnOrUpstreamUnsupportedMediaType"];
            422: components["responses"]["OwnOrUpstreamUnprocessableEntity"];
            429: components["responses"]["OwnOrUpstreamTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            "4XX": components["responses"]["UpstreamRefusal"];
        };
    };
    getResponse: {
        parameters: {
            query?: {
                /** @description Whether its events are sent, from the first one on. */
                stream?: boolean;
                /** @description Only the events after the one of this number. */
                starting_after?: number;
                /** @description What more the upstream shows. May be sent as `include` or `include[]`, repeated. */
                include?: components["parameters"]["ResponseInclude"];
                /** @description Whether the upstream fills its events up to hide how long they are; left out, as it likes. */
                include_obfuscation?: boolean;
            };
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description One of this project's. */
                response_id: components["parameters"]["ResponsePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ModelResponse"];
            400: components["responses"]["OwnOrUpstreamBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OwnOrUpstreamNotFound"];
            409: components["responses"]["UpstreamConflict"];
            413: components["responses"]["UpstreamPayloadTooLarge"];
            415: components["responses"]["UpstreamUnsupportedMediaType"];
            422: components["responses"]["OwnOrUpstreamUnprocessableEntity"];
            429: components["responses"]["OwnOrUpstreamTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            "4XX": components["responses"]["UpstreamRefusal"];
        };
    };
    deleteResponse: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description One of this project's. */
                response_id: components["parameters"]["ResponsePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                    "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                    "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                    "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                    "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                    "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                    "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedResponse"];
                };
            };
            400: components["responses"]["OwnOrUpstreamBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OwnOrUpstreamNotFound"];
            409: components["responses"]["UpstreamConflict"];
            413: components["responses"]["UpstreamPayloadTooLarge"];
            415: components["responses"]["UpstreamUnsupportedMediaType"];
            422: components["responses"]["OwnOrUpstreamUnprocessableEntity"];
            429: components["responses"]["OwnOrUpstreamTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            "4XX": components["responses"]["UpstreamRefusal"];
        };
    };
    cancelResponse: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description One of this project's. */
                response_id: components["parameters"]["ResponsePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                    "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                    "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                    "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                    "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                    "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                    "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelResponse"];
                };
            };
            400: components["responses"]["OwnOrUpstreamBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OwnOrUpstreamNotFound"];
            409: components["responses"]["UpstreamConflict"];
            413: components["responses"]["UpstreamPayloadTooLarge"];
            415: components["responses"]["UpstreamUnsupportedMediaType"];
            422: components["responses"]["OwnOrUpstreamUnprocessableEntity"];
            429: components["responses"]["OwnOrUpstreamTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            "4XX": components["responses"]["UpstreamRefusal"];
        };
    };
    listInputItems: {
        parameters: {
            query: {
                /** @description Only the items after this one. */
                after?: components["schemas"]["ResponseId"];
                /** @description How many items at most. */
                limit: number;
                /** @description `desc`, which is usual, lists the newest first. */
                order?: "asc" | "desc";
                /** @description What more the upstream shows. May be sent as `include` or `include[]`, repeated. */
                include?: components["parameters"]["ResponseInclude"];
            };
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description One of this project's. */
                response_id: components["parameters"]["ResponsePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                    "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                    "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                    "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                    "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                    "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                    "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InputItemList"];
                };
            };
            400: components["responses"]["OwnOrUpstreamBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OwnOrUpstreamNotFound"];
            409: components["responses"]["UpstreamConflict"];
            413: components["responses"]["UpstreamPayloadTooLarge"];
            415: components["responses"]["UpstreamUnsupportedMediaType"];
            422: components["responses"]["OwnOrUpstreamUnprocessableEntity"];
            429: components["responses"]["OwnOrUpstreamTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            "4XX": components["responses"]["UpstreamRefusal"];
        };
    };
    createUpload: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
                /**
                 * @description A text of your own, new for each thing that is to be made. A call that is sent again with it within 24 hours, by the
                 *     same credential and with the same body, makes nothing: it gets the first one's answer, a key's value included. A call
                 *     that was refused has not used it up.
                 */
                "Idempotency-Key"?: components["parameters"]["Repeatable"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUploadRequest"];
            };
        };
        responses: {
            200: components["responses"]["Upload"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    cancelUpload: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The upload's id. */
                upload_id: components["parameters"]["UploadPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                    "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                    "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                    "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                    "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                    "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    completeUpload: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The upload's id. */
                upload_id: components["parameters"]["UploadPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompleteUploadRequest"];
            };
        };
        responses: {
            200: components["responses"]["Upload"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    addUploadPart: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The upload's id. */
                upload_id: components["parameters"]["UploadPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": "The bytes of the file"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["AddUploadPartForm"];
            };
        };
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                    "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                    "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                    "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                    "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                    "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadPart"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    listVectorStores: {
        parameters: {
            query: {
                /**
                 * @description Only rows after this id, in the order of the list. The id of a row that has since been deleted stays a good
                 *     cursor. Together with `before` it spans an open interval, walked from `after`.
                 */
                after?: components["schemas"]["VectorStoreCursor"];
                /** @description Only rows before this id, in the order of the list: the nearest ones, and `has_more` says whether more lie before those. */
                before?: components["schemas"]["VectorStoreCursor"];
                /** @description How many rows at most. */
                limit: components["parameters"]["Limit"];
                /** @description `desc` lists the newest first. */
                order: components["parameters"]["Order"];
            };
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                    "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                    "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                    "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                    "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                    "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VectorStoreList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createVectorStore: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
                /**
                 * @description A text of your own, new for each thing that is to be made. A call that is sent again with it within 24 hours, by the
                 *     same credential and with the same body, makes nothing: it gets the first one's answer, a key's value included. A call
                 *     that was refused has not used it up.
                 */
                "Idempotency-Key"?: components["parameters"]["Repeatable"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateVectorStoreRequest"];
            };
        };
        responses: {
            200: components["responses"]["VectorStore"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getVectorStore: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The vector store's id. */
                vector_store_id: components["parameters"]["VectorStorePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                    "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                    "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                    "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                    "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                    "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VectorStore"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    modifyVectorStore: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The vector store's id. */
                vector_store_id: components["parameters"]["VectorStorePath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModifyVectorStoreRequest"];
            };
        };
        responses: {
            200: components["responses"]["VectorStore"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteVectorStore: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The vector store's id. */
                vector_store_id: components["parameters"]["VectorStorePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                    "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                    "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                    "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                    "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                    "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedVectorStore"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createVectorStoreFileBatch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
                /**
                 * @description A text of your own, new for each thing that is to be made. A call that is sent again with it within 24 hours, by the
                 *     same credential and with the same body, makes nothing: it gets the first one's answer, a key's value included. A call
                 *     that was refused has not used it up.
                 */
                "Idempotency-Key"?: components["parameters"]["Repeatable"];
            };
            path: {
                /** @description The vector store's id. */
                vector_store_id: components["parameters"]["VectorStorePath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateVectorStoreFileBatchRequest"];
            };
        };
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "openai-poll-after-ms": components["headers"]["OpenaiPollAfterMs"];
                    "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                    "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                    "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                    "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                    "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                    "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                    "svc-ignored-fields": components["headers"]["SvcIgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VectorStoreFileBatch"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getVectorStoreFileBatch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The vector store's id. */
                vector_store_id: components["parameters"]["FileBatchPath.vector_store_id"];
                /** @description The batch's id. */
                batch_id: components["parameters"]["FileBatchPath.batch_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["VectorStoreFileBatch"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelVectorStoreFileBatch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The vector store's id. */
                vector_store_id: components["parameters"]["FileBatchPath.vector_store_id"];
                /** @description The batch's id. */
                batch_id: components["parameters"]["FileBatchPath.batch_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["VectorStoreFileBatch"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listFilesInVectorStoreBatch: {
        parameters: {
            query: {
                /**
                 * @description Only rows after this id, in the order of the list. The id of a row that has since been deleted stays a good
                 *     cursor. Together with `before` it spans an open interval, walked from `after`.
                 */
                after?: components["parameters"]["After"];
                /** @description Only rows before this id, in the order of the list: the nearest ones, and `has_more` says whether more lie before those. */
                before?: components["parameters"]["Before"];
                /** @description How many rows at most. */
                limit: components["parameters"]["Limit"];
                /** @description `desc` lists the newest first. */
                order: components["parameters"]["Order"];
                /** @description Only files with this status. */
                filter?: components["parameters"]["VectorStoreFileWindow.filter"];
            };
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The vector store's id. */
                vector_store_id: components["parameters"]["FileBatchPath.vector_store_id"];
                /** @description The batch's id. */
                batch_id: components["parameters"]["FileBatchPath.batch_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["VectorStoreFileList"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listVectorStoreFiles: {
        parameters: {
            query: {
                /**
                 * @description Only rows after this id, in the order of the list. The id of a row that has since been deleted stays a good
                 *     cursor. Together with `before` it spans an open interval, walked from `after`.
                 */
                after?: components["parameters"]["After"];
                /** @description Only rows before this id, in the order of the list: the nearest ones, and `has_more` says whether more lie before those. */
                before?: components["parameters"]["Before"];
                /** @description How many rows at most. */
                limit: components["parameters"]["Limit"];
                /** @description `desc` lists the newest first. */
                order: components["parameters"]["Order"];
                /** @description Only files with this status. */
                filter?: components["parameters"]["VectorStoreFileWindow.filter"];
            };
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The vector store's id. */
                vector_store_id: components["parameters"]["VectorStorePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["VectorStoreFileList"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createVectorStoreFile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
                /**
                 * @description A text of your own, new for each thing that is to be made. A call that is sent again with it within 24 hours, by the
                 *     same credential and with the same body, makes nothing: it gets the first one's answer, a key's value included. A call
                 *     that was refused has not used it up.
                 */
                "Idempotency-Key"?: components["parameters"]["Repeatable"];
            };
            path: {
                /** @description The vector store's id. */
                vector_store_id: components["parameters"]["VectorStorePath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateVectorStoreFileRequest"];
            };
        };
        responses: {
            200: components["responses"]["VectorStoreFile"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getVectorStoreFile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The vector store's id. */
                vector_store_id: components["parameters"]["VectorStoreFilePath.vector_store_id"];
                /** @description The file's id. */
                file_id: components["parameters"]["VectorStoreFilePath.file_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "openai-poll-after-ms": components["headers"]["OpenaiPollAfterMs"];
                    "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                    "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                    "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                    "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                    "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                    "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VectorStoreFile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateVectorStoreFileAttributes: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The vector store's id. */
                vector_store_id: components["parameters"]["VectorStoreFilePath.vector_store_id"];
                /** @description The file's id. */
                file_id: components["parameters"]["VectorStoreFilePath.file_id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateVectorStoreFileAttributesRequest"];
            };
        };
        responses: {
            200: components["responses"]["VectorStoreFile"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteVectorStoreFile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The vector store's id. */
                vector_store_id: components["parameters"]["VectorStoreFilePath.vector_store_id"];
                /** @description The file's id. */
                file_id: components["parameters"]["VectorStoreFilePath.file_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                    "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                    "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                    "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                    "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                    "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedVectorStoreFile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retrieveVectorStoreFileContent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The vector store's id. */
                vector_store_id: components["parameters"]["VectorStoreFilePath.vector_store_id"];
                /** @description The file's id. */
                file_id: components["parameters"]["VectorStoreFilePath.file_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                    "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                    "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                    "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                    "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                    "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VectorStoreFileContentPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    searchVectorStore: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The vector store's id. */
                vector_store_id: components["parameters"]["VectorStorePath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchVectorStoreRequest"];
            };
        };
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                    "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                    "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                    "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                    "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                    "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                    "svc-ignored-fields": components["headers"]["SvcIgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResultsPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getCustomEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description What stands behind `/v1/`. */
                custom_endpoint: components["parameters"]["CustomEndpointPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            400: components["responses"]["PassedOnBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PassedOnNotFound"];
            413: components["responses"]["PassedOnPayloadTooLarge"];
            415: components["responses"]["PassedOnUnsupportedMediaType"];
            422: components["responses"]["PassedOnUnprocessableEntity"];
            429: components["responses"]["PassedOnTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            "2XX": components["responses"]["PassedOnAnswer"];
            "4XX": components["responses"]["PassedOnRefusal"];
        };
    };
    putCustomEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description What stands behind `/v1/`. */
                custom_endpoint: components["parameters"]["CustomEndpointPath"];
            };
            cookie?: never;
        };
        /** @description As the upstream wants it: JSON, a form with files, or bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "model": "ocr-large",
                 *       "document": {
                 *         "type": "document_url",
                 *         "document_url": "https://example.com/invoice.pdf"
                 *       }
                 *     }
                 */
                "application/json": unknown;
                /**
                 * @example {
                 *       "file": "The bytes of the file"
                 *     }
                 */
                "multipart/form-data": {
                    [key: string]: unknown;
                };
                "application/octet-stream": unknown;
            };
        };
        responses: {
            400: components["responses"]["PassedOnBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PassedOnNotFound"];
            413: components["responses"]["PassedOnPayloadTooLarge"];
            415: components["responses"]["PassedOnUnsupportedMediaType"];
            422: components["responses"]["PassedOnUnprocessableEntity"];
            429: components["responses"]["PassedOnTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            "2XX": components["responses"]["PassedOnAnswer"];
            "4XX": components["responses"]["PassedOnRefusal"];
        };
    };
    postCustomEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description What stands behind `/v1/`. */
                custom_endpoint: components["parameters"]["CustomEndpointPath"];
            };
            cookie?: never;
        };
        /** @description As the upstream wants it: JSON, a form with files, or bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "model": "ocr-large",
                 *       "document": {
                 *         "type": "document_url",
                 *         "document_url": "https://example.com/invoice.pdf"
                 *       }
                 *     }
                 */
                "application/json": unknown;
                /**
                 * @example {
                 *       "file": "The bytes of the file"
                 *     }
                 */
                "multipart/form-data": {
                    [key: string]: unknown;
                };
                "application/octet-stream": unknown;
            };
        };
        responses: {
            400: components["responses"]["PassedOnBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PassedOnNotFound"];
            413: components["responses"]["PassedOnPayloadTooLarge"];
            415: components["responses"]["PassedOnUnsupportedMediaType"];
            422: components["responses"]["PassedOnUnprocessableEntity"];
            429: components["responses"]["PassedOnTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            "2XX": components["responses"]["PassedOnAnswer"];
            "4XX": components["responses"]["PassedOnRefusal"];
        };
    };
    deleteCustomEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description What stands behind `/v1/`. */
                custom_endpoint: components["parameters"]["CustomEndpointPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            400: components["responses"]["PassedOnBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PassedOnNotFound"];
            413: components["responses"]["PassedOnPayloadTooLarge"];
            415: components["responses"]["PassedOnUnsupportedMediaType"];
            422: components["responses"]["PassedOnUnprocessableEntity"];
            429: components["responses"]["PassedOnTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            "2XX": components["responses"]["PassedOnAnswer"];
            "4XX": components["responses"]["PassedOnRefusal"];
        };
    };
    patchCustomEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. Keys carry their own; a user's token needs it unless the organization is the user's default.
                 *     `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /** @description The project. A project key carries its own; every other credential needs it. `OpenAI-Project` is a synonym. */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description What stands behind `/v1/`. */
                custom_endpoint: components["parameters"]["CustomEndpointPath"];
            };
            cookie?: never;
        };
        /** @description As the upstream wants it: JSON, a form with files, or bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "model": "ocr-large",
                 *       "document": {
                 *         "type": "document_url",
                 *         "document_url": "https://example.com/invoice.pdf"
                 *       }
                 *     }
                 */
                "application/json": unknown;
                /**
                 * @example {
                 *       "file": "The bytes of the file"
                 *     }
                 */
                "multipart/form-data": {
                    [key: string]: unknown;
                };
                "application/octet-stream": unknown;
            };
        };
        responses: {
            400: components["responses"]["PassedOnBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PassedOnNotFound"];
            413: components["responses"]["PassedOnPayloadTooLarge"];
            415: components["responses"]["PassedOnUnsupportedMediaType"];
            422: components["responses"]["PassedOnUnprocessableEntity"];
            429: components["responses"]["PassedOnTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            "2XX": components["responses"]["PassedOnAnswer"];
            "4XX": components["responses"]["PassedOnRefusal"];
        };
    };
    onFileBatchCancelled: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of this attempt; with `standard` signing, the id of the event. */
                "webhook-id": components["parameters"]["WebhookHeaders.webhookId"];
                /** @description When it was signed. Refuse what is more than five minutes off. */
                "webhook-timestamp": components["parameters"]["WebhookHeaders.webhookTimestamp"];
                /**
                 * @description `v1,` and the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}`. Several of them, with
                 *     spaces between, with `dual` signing and for 24 hours after a rotation that keeps the old secret.
                 */
                "webhook-signature": components["parameters"]["WebhookHeaders.webhookSignature"];
                /** @description The id of the event, the same over all attempts. Not signed: `id` in the body is. */
                "webhook-event-id"?: components["parameters"]["WebhookHeaders.webhookEventId"];
                /** @description Which attempt this is; the first is 1. Not signed. */
                "webhook-attempt"?: components["parameters"]["WebhookHeaders.webhookAttempt"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    onFileBatchCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of this attempt; with `standard` signing, the id of the event. */
                "webhook-id": components["parameters"]["WebhookHeaders.webhookId"];
                /** @description When it was signed. Refuse what is more than five minutes off. */
                "webhook-timestamp": components["parameters"]["WebhookHeaders.webhookTimestamp"];
                /**
                 * @description `v1,` and the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}`. Several of them, with
                 *     spaces between, with `dual` signing and for 24 hours after a rotation that keeps the old secret.
                 */
                "webhook-signature": components["parameters"]["WebhookHeaders.webhookSignature"];
                /** @description The id of the event, the same over all attempts. Not signed: `id` in the body is. */
                "webhook-event-id"?: components["parameters"]["WebhookHeaders.webhookEventId"];
                /** @description Which attempt this is; the first is 1. Not signed. */
                "webhook-attempt"?: components["parameters"]["WebhookHeaders.webhookAttempt"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    onFileBatchFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of this attempt; with `standard` signing, the id of the event. */
                "webhook-id": components["parameters"]["WebhookHeaders.webhookId"];
                /** @description When it was signed. Refuse what is more than five minutes off. */
                "webhook-timestamp": components["parameters"]["WebhookHeaders.webhookTimestamp"];
                /**
                 * @description `v1,` and the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}`. Several of them, with
                 *     spaces between, with `dual` signing and for 24 hours after a rotation that keeps the old secret.
                 */
                "webhook-signature": components["parameters"]["WebhookHeaders.webhookSignature"];
                /** @description The id of the event, the same over all attempts. Not signed: `id` in the body is. */
                "webhook-event-id"?: components["parameters"]["WebhookHeaders.webhookEventId"];
                /** @description Which attempt this is; the first is 1. Not signed. */
                "webhook-attempt"?: components["parameters"]["WebhookHeaders.webhookAttempt"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
}
export interface defaults {
    "/admin/audit_log": { get: "limit" | "order" };
    "/admin/organization/": { get: "limit" | "order" };
    "/admin/users": { get: "limit" | "order" };
    "/v1/files": { get: "limit" | "order" };
    "/v1/fine_tuning/workers": { get: "limit" };
    "/v1/invitations/{id}": { get: "limit" | "order" };
    "/v1/models": { get: "additional_data" };
    "/v1/organization/admin_api_keys": { get: "limit" | "order" };
    "/v1/organization/audit_logs": { get: "limit" | "order" };
    "/v1/organization/costs": { get: "bucket_width" };
    "/v1/organization/projects": { post: "status"; get: "limit" | "order" | "include_archived" };
    "/v1/organization/projects/{project_id}/api_keys": { get: "limit" | "order" };
    "/v1/organization/projects/{project_id}/spend_limit": { post: "currency" | "interval" };
    "/v1/organization/projects/{project_id}/webhook_deliveries": { get: "limit" | "order" };
    "/v1/organization/usage/completions": { get: "bucket_width" };
    "/v1/organization/usage/embeddings": { get: "bucket_width" };
    "/v1/organization/usage/files": { get: "bucket_width" };
    "/v1/organization/usage/requests": { get: "bucket_width" };
    "/v1/organization/usage/vector_stores": { get: "bucket_width" };
    "/v1/organization/users": { get: "limit" | "order" };
    "/v1/organization/users/{user_id}": { delete: "keep_keys" };
    "/v1/responses/{response_id}/input_items": { get: "limit" };
    "/v1/vector_stores": { post: "name" | "image_processing_mode"; get: "limit" | "order" };
    "/v1/vector_stores/{vector_store_id}/file_batches/{batch_id}/files": { get: "limit" | "order" };
    "/v1/vector_stores/{vector_store_id}/files": { get: "limit" | "order" };
    "/v1/vector_stores/{vector_store_id}/search": { post: "max_num_results" | "rewrite_query" };
}

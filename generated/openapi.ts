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
         * @description Redirects to the web panel.
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
         * @description Lists the audit log entries of the server, newest first.
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
         * @description Returns the configuration of this server.
         */
        get: operations["getAdminConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the server configuration
         * @description Changes settings while the server runs. A change applies at once on this server and within 5 seconds on all others.
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
         * @description Returns the source of each setting's value, and whether the setting can be changed while the server runs.
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
         * @description Reveals a secret of the configuration. The audit log records who read it.
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
    "/admin/doctor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check every part of the installation
         * @description Checks this server and everything that it uses: database, files, broker, mail, upstreams, webhooks, workers. Each check
         *     ends within 10 s. The checks write, read and delete probes. Calls at the same time share a report. `svc doctor` does the
         *     same without a running server.
         */
        get: operations["getDoctorReport"];
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
         * @description Registers a worker, or records its heartbeat. The credential is an admin's token or `SVC_WORKER_TOKEN`.
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
         * @description Returns an organization.
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
         * @description Deletes an organization with its keys, memberships and archived projects. An organization with active projects cannot
         *     be deleted: 409 `organization_has_projects`.
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
         * @description Returns the state of each upstream as seen by this server: its models and its last failure.
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
    "/admin/upstreams/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test the connections to upstreams
         * @description Tests the connection from this server to each upstream: requests its model list at its address with its credential.
         */
        post: operations["testUpstreams"];
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
        /**
         * Create a user
         * @description Creates a user, and returns the link by which the user sets a password. The server sends no mail.
         */
        post: operations["createUser"];
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
         * @description Returns a user.
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
    "/admin/users/{user_id}/password_link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a password link for a user
         * @description Creates a link by which the user sets a new password, and returns it instead of mailing it. Setting the password ends
         *     all sessions of the user. If a mail server is configured, a mail tells the user who created the link. A disabled user
         *     gets no link: 409 `user_disabled`. Nobody creates one for their own account: 409 `own_account`.
         */
        post: operations["createPasswordLink"];
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
         * @description Signs a user in. A wrong e-mail address, a wrong password and a disabled account get the same response. Failed
         *     sign-ins are throttled with 429. The limits are 5 in 15 minutes per account and IP address, and 50 an hour per IP
         *     address. IP addresses that never signed in to an account have 100 a day for that account together.
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
         * @description Signs out: revokes all tokens of the session that the access token belongs to.
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
         * @description Changes the password and ends all other sessions of the user. A wrong `current_password` counts as a failed sign-in
         *     and is throttled.
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
         * @description Exchanges a refresh token, sent as the Bearer credential, for a new pair, and revokes the old pair. If a refresh
         *     token is used twice, all tokens of its session are revoked, and the audit log gets a `refresh_token.reused` entry.
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
         * @description Signs a user in, like `POST /auth/login`, but puts the refresh token into an `HttpOnly` cookie. Requests from pages
         *     of another origin are refused: 403 `foreign_origin`.
         */
        post: operations["createBrowserSession"];
        /**
         * Sign out of the web panel
         * @description Signs out of the web panel: ends all tokens of the session and removes the cookie.
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
         * @description Exchanges the refresh token in the cookie for a new access token, and replaces the cookie. Access tokens of other
         *     tabs stay valid until they expire. Tabs that refresh with the same cookie within 10 seconds get the same response. A
         *     refresh token that is used again later ends the session.
         */
        post: operations["refreshBrowserSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get whether the server needs its set-up
         * @description Says whether the server has an account.
         */
        get: operations["getSetup"];
        put?: never;
        /**
         * Create the first admin
         * @description Creates the first account of the server, an admin, and signs it in like `POST /auth/session`. Each start of a server
         *     without an account makes a set-up address (`SVC_SETUP_ADDRESS`). Its token is valid for 24 hours and until the first
         *     account exists. Any other token gets 400 `token_invalid`, and more than 50 of them in an hour from one address 429.
         *     Requests from pages of another origin are refused: 403 `foreign_origin`.
         */
        post: operations["createFirstAdmin"];
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
         * @description Returns this document as an HTML page, compressed if `Accept-Encoding` allows `br` or `gzip`.
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
    "/docs/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a guide
         * @description Returns a guide by its name, such as `getting-started`, or a file that the pages of `/docs` load. Compressed if
         *     `Accept-Encoding` allows `br` or `gzip`.
         */
        get: operations["getDocsFile"];
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
         * @description Answers if the server is alive. Looks at the database only if `SVC_DATABASE_LOST_SECONDS` is set: after so many seconds
         *     without a writable database the answer is 503.
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
         * @description Opens a stream of messages from an MCP server. It lasts as long as both sides keep it open.
         */
        get: operations["listenToMcpServer"];
        put?: never;
        /**
         * Send messages to an MCP server
         * @description Sends messages to an MCP server over Streamable HTTP. Sessions and streams pass through unchanged. A header that
         *     differs from the body is refused with 400 and the JSON-RPC error -32020.
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
         * @description Returns the metrics of the server. Admins may read them, and so may callers on the server's own machine without a
         *     credential: from loopback, with a loopback name as `Host`, and without headers that proxies add. With `SVC_METRICS_PUBLIC=true` everybody may read them. With `SVC_METRICS_ADDRESS` the
         *     metrics are served only at that address, to every client that can reach it, and this path returns 404.
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
         * @description Returns this document, compressed if `Accept-Encoding` allows `br` or `gzip`. With `for`, the document has the form
         *     that `svc-contract document --for` prints.
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
         * @description Returns the web panel.
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
         * @description Returns a file of the panel.
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
         * @description Returns the panel's page for an invitation link, for people with an account.
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
         * @description Returns the panel's page for an invitation link, for people without an account.
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
         * @description Returns the panel's page for a password reset link. The token follows the `#` of the link.
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
    "/panel/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the panel's set-up page
         * @description Returns the panel's page for the set-up address of a server without an account.
         */
        get: operations["getPanelSetup"];
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
         * @description Checks that the server can serve requests: its database takes writes, its broker answers, and the server is not about
         *     to stop.
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
         * @description Asks a model for the next message of a conversation. With `stream: true` the response is a stream of events.
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
         * @description Asks a model to continue a text. With `stream: true` the response is a stream of events.
         */
        post: operations["createCompletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a conversation
         * @description Creates a conversation.
         */
        post: operations["createConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations/{conversation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a conversation
         * @description Returns a conversation.
         */
        get: operations["getConversation"];
        put?: never;
        /**
         * Update a conversation
         * @description Changes the metadata of a conversation. Longer metadata counts against the storage of the project.
         */
        post: operations["updateConversation"];
        /**
         * Delete a conversation
         * @description Deletes a conversation. Responses that continued it keep their items.
         */
        delete: operations["deleteConversation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations/{conversation_id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the items of a conversation
         * @description Lists the items of a conversation, newest first by default. A page ends at `SVC_MAX_PAGE_BYTES` (8 MiB), with fewer
         *     than `limit` items and `has_more` true.
         */
        get: operations["listConversationItems"];
        put?: never;
        /**
         * Add items to a conversation
         * @description Adds items to the end of a conversation.
         */
        post: operations["createConversationItems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations/{conversation_id}/items/{item_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an item of a conversation
         * @description Returns an item of a conversation.
         */
        get: operations["getConversationItem"];
        put?: never;
        post?: never;
        /**
         * Delete an item of a conversation
         * @description Deletes an item of a conversation, and returns the conversation. Responses keep the item.
         */
        delete: operations["deleteConversationItem"];
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
         * @description Uploads a file of at most `SVC_MAX_FILE_BYTES` (512 MiB by default), else 413. Larger files are sent in parts: `createUpload`.
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
         * @description Returns the metadata of a file.
         */
        get: operations["retrieveFile"];
        put?: never;
        post?: never;
        /**
         * Delete a file
         * @description Deletes a file and detaches it from all vector stores.
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
         * @description Returns the content of a file, byte for byte as it was uploaded.
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
         * @description Makes the signed-in user a member. The invited address must be the user's own: otherwise 403
         *     `invitation_email_mismatch`, and the link stays valid. The role of an existing member does not change.
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
         * @description Invites an e-mail address to an organization. The server mails a link to accept the invitation, or to register if the
         *     address has no account. An open invitation for the same address is replaced. The limits are 50 invitations an hour
         *     per organization and 5 a day per address.
         *
         *     If `SVC_ONLY_ADMIN_CAN_CREATE_ACCOUNTS_BY_INVITATION` is set, owners cannot invite addresses without an account: 403
         *     `insufficient_permissions`.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an invitation link
         * @description Creates an invitation and returns its link instead of mailing it, so that no mail server is needed. Hand the link to
         *     the invited person yourself: the server does not check that the address is theirs. An open invitation for the same
         *     address is replaced. The limit is 50 invitations an hour per organization, mailed invitations included.
         *
         *     `SVC_ONLY_ADMIN_CAN_CREATE_ACCOUNTS_BY_INVITATION` applies as it does to invitations by mail.
         */
        post: operations["createInvitationLink"];
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
         * @description Creates an account for the invited address, makes the user a member and returns login tokens. If the address already
         *     has an account: 409 `email_already_exists`. The link stays valid: sign in and accept. Browsers that want a session
         *     cookie sign in with `POST /auth/session` afterwards.
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
         * @description Returns the details of an invitation link. A token that is unknown, used, expired or replaced: 400 `token_invalid`.
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
         * @description Lists the invitations of an organization, oldest first.
         */
        get: operations["listInvitations"];
        put?: never;
        post?: never;
        /**
         * Revoke an invitation
         * @description Deletes an invitation of the selected organization. Its link stops working.
         */
        delete: operations["deleteInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a message
         * @description Asks a model for a message, in Anthropic's Messages API. Any model of an upstream with chat completions or with
         *     Anthropic's API answers. With `stream: true` the response is a stream of events.
         */
        post: operations["createMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messages/count_tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count the tokens of a message
         * @description Counts the input tokens of a request for a message. An Anthropic upstream counts them itself. For other upstreams the
         *     server counts with the tokenizer cl100k_base, which is an estimate: the model's own tokenizer may differ.
         */
        post: operations["countMessageTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messages/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List models for Anthropic's clients
         * @description Lists the models that the project may use, by id, in the form of Anthropic's API. `GET /v1/models` with the header
         *     `anthropic-version` is this operation.
         */
        get: operations["listMessageModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messages/models/{model}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a model for Anthropic's clients
         * @description Returns a model that the project may use, in the form of Anthropic's API. `GET /v1/models/{model}` with the header
         *     `anthropic-version` is this operation.
         */
        get: operations["getMessageModel"];
        put?: never;
        post?: never;
        delete?: never;
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
         * @description Lists the models that the project may use. With the header `anthropic-version` the answer is that of
         *     `GET /v1/messages/models`.
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
         * @description Returns a model that the project may use. With the header `anthropic-version` the answer is that of
         *     `GET /v1/messages/models/{model}`.
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
         * @description Creates an organization key. The key belongs to the user who creates it, with a token or with another key. It stops
         *     working when that user is disabled or removed from the organization, and may do what a member may while that user is a
         *     plain member: everything else is 403 `insufficient_permissions`. An expired key stays in the list until it is
         *     deleted. A key with an expiry cannot create a key that expires later: 403 `insufficient_permissions`.
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
         * @description Returns an organization key.
         */
        get: operations["getAdminApiKey"];
        put?: never;
        /**
         * Update an organization key
         * @description Renames, disables or enables an organization key, or changes when it expires. A key with an expiry cannot give any organization key,
         *     itself included, a later expiry than its own: 403 `insufficient_permissions`.
         */
        post: operations["updateAdminApiKey"];
        /**
         * Delete an organization key
         * @description Deletes an organization key. It stops working at once on this server and within 5 seconds on all others.
         */
        delete: operations["deleteAdminApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/admin_api_keys/{key_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an organization key
         * @description Gives an organization key a new value, which only this response shows. The id, the name and the rights stay. The old
         *     value is accepted until the overlap has passed; the value of an earlier rotation ends at once. A key with an expiry
         *     cannot rotate a key that expires later: 403 `insufficient_permissions`.
         */
        post: operations["rotateAdminApiKey"];
        delete?: never;
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
         * @description Lists the audit log entries of the organization, newest first.
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
         * @description Reports the cost of calls of models, custom endpoints and MCP servers. Calls without a price in the `prices` of the upstream
         *     cost nothing.
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
    "/v1/organization/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List groups
         * @description Lists the groups of the organization.
         */
        get: operations["listGroups"];
        put?: never;
        /**
         * Create a group
         * @description Makes a group without members.
         */
        post: operations["createGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/groups/{group_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a group
         * @description Returns a group.
         */
        get: operations["getGroup"];
        put?: never;
        /**
         * Rename a group
         * @description Renames a group.
         */
        post: operations["updateGroup"];
        /**
         * Delete a group
         * @description Deletes a group. Its members lose the roles of the group, within 5 seconds on all servers.
         */
        delete: operations["deleteGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/groups/{group_id}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a group's roles
         * @description Lists the roles that a group has in the organization.
         */
        get: operations["listGroupRoles"];
        put?: never;
        /**
         * Assign a role to a group
         * @description Gives a group a role of the organization. Nobody gives a permission that they lack, or changes the roles of somebody who has more: 403 `insufficient_permissions`.
         */
        post: operations["createGroupRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/groups/{group_id}/roles/{role_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a group's role
         * @description Returns a role that a group has in the organization.
         */
        get: operations["getGroupRole"];
        put?: never;
        post?: never;
        /**
         * Take a role from a group
         * @description Takes a role of the organization from a group, within 5 seconds on all servers.
         */
        delete: operations["deleteGroupRole"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/groups/{group_id}/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a group's users
         * @description Lists the users of a group.
         */
        get: operations["listGroupUsers"];
        put?: never;
        /**
         * Add a user to a group
         * @description Adds a member of the organization to a group. Nobody adds to a group that gives more than they have, or a user who has
         *     more: 403 `insufficient_permissions`.
         */
        post: operations["addGroupUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/groups/{group_id}/users/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a group's user
         * @description Returns a user of a group.
         */
        get: operations["getGroupUser"];
        put?: never;
        post?: never;
        /**
         * Remove a user from a group
         * @description Takes a user from a group. The user loses the roles of the group, within 5 seconds on all servers.
         */
        delete: operations["deleteGroupUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/invites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invites
         * @description Lists the invitations of the organization, oldest first, in the form of the public API.
         */
        get: operations["listInvites"];
        put?: never;
        /**
         * Create an invite
         * @description Invites an e-mail address to the organization, as `POST /v1/invitations/create` does, with a role. Keys are refused:
         *     an owner or an admin invites in person.
         */
        post: operations["createInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/invites/{invite_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an invite
         * @description Returns an invitation in the form of the public API.
         */
        get: operations["getInvite"];
        put?: never;
        post?: never;
        /**
         * Delete an invite
         * @description Deletes an invitation that was not accepted. Its link stops working.
         */
        delete: operations["deleteInvite"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the overview of an organization
         * @description Returns the storage of an organization and everything in its active projects that needs attention.
         */
        get: operations["getOrganizationOverview"];
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
         * @description Creates a project. With a `webhook_url`, this response is the only one that shows the webhook secret.
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
         * @description Returns a project.
         */
        get: operations["getProject"];
        put?: never;
        /**
         * Update a project
         * @description Changes a project. A new `webhook_secret` replaces the old one at once, unless `keep_old_webhook_secret` is sent with
         *     it. If the project has no secret, a new `webhook_url` without a `webhook_secret` generates one. No response shows
         *     that secret: send your own to know it.
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
         * @description Creates a project key. The key belongs to the user who creates it, with a token or with an organization key. It stops
         *     working when that user is disabled or removed from the organization. An expired key stays in the list until it is
         *     deleted. No keys can be created in an archived project: 403 `project_archived`.
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
         * @description Returns a project key.
         */
        get: operations["getProjectApiKey"];
        put?: never;
        /**
         * Update a project key
         * @description Changes the name, the expiry or the limits of a project key, or disables or enables it.
         */
        post: operations["updateProjectApiKey"];
        /**
         * Delete a project key
         * @description Deletes a project key. It stops working at once on this server and within 5 seconds on all others.
         */
        delete: operations["deleteProjectApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/projects/{project_id}/api_keys/{key_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a project key
         * @description Gives a project key a new value, which only this response shows. The id, the name and the limits stay. The old value
         *     is accepted until the overlap has passed; the value of an earlier rotation ends at once. No key is rotated in an
         *     archived project: 403 `project_archived`.
         */
        post: operations["rotateProjectApiKey"];
        delete?: never;
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
         * @description Archives a project. All requests to its Project API are refused until it is made active again.
         */
        post: operations["archiveProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/projects/{project_id}/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a project's groups
         * @description Lists the groups that have a role in the project.
         */
        get: operations["listProjectGroups"];
        put?: never;
        /**
         * Add a group to a project
         * @description Gives a group a role in the project.
         */
        post: operations["createProjectGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/projects/{project_id}/groups/{group_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a project's group
         * @description Returns a group that has a role in the project.
         */
        get: operations["getProjectGroup"];
        put?: never;
        post?: never;
        /**
         * Remove a group from a project
         * @description Takes all roles in the project from a group.
         */
        delete: operations["deleteProjectGroup"];
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
         * @description Returns the spend limit of a project.
         */
        get: operations["getSpendLimit"];
        put?: never;
        /**
         * Set a project's spend limit
         * @description Sets or replaces the spend limit of a project. When the cost of the month's model calls reaches the limit, further
         *     calls are refused with `project_spend_limit_exceeded`. The server reserves the expected cost of running calls. If
         *     only these reservations exceed the limit, further calls get `rate_limit_exceeded` with `Retry-After: 1`. Calls of
         *     models, custom endpoints, MCP tools, hosted tools and service tiers without a price are refused with
         *     `model_has_no_price`, unless the setting `limits.unpriced_models` is `allow`.
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
    "/v1/organization/projects/{project_id}/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a project's users
         * @description Lists the users who have a role in the project by themselves. Others reach it by groups, or as members or owners.
         */
        get: operations["listProjectUsers"];
        put?: never;
        /**
         * Add a user to a project
         * @description Gives a member of the organization a built-in role in the project, in place of another built-in one.
         */
        post: operations["createProjectUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/projects/{project_id}/users/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a project's user
         * @description Returns a user who has a role in the project by themselves.
         */
        get: operations["getProjectUser"];
        put?: never;
        /**
         * Change a user's role in a project
         * @description Changes the built-in role of a user in the project.
         */
        post: operations["updateProjectUser"];
        /**
         * Remove a user from a project
         * @description Takes all roles in the project from a user. The roles of groups stay.
         */
        delete: operations["deleteProjectUser"];
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
         * @description Lists the webhook deliveries of a project. The server keeps them for `SVC_WEBHOOK_RETENTION_DAYS` (30 by default).
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
         * @description Returns a delivery with its payload and all attempts.
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
         * @description Sends the event of a delivery again. This creates a new delivery with the same body and new attempts. A resent test
         *     event counts against the limit of test events.
         */
        post: operations["resendWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/projects/{project_id}/webhook_events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Wait for events of a project
         * @description Returns the events of a project after a cursor. If no event is stored, it waits up to `wait_seconds` for the next.
         *     Without `cursor`, it returns no events, and the cursor of the newest event. A client that always sends the last
         *     `next_cursor` gets every event once, also if the server restarts in between. The project needs no webhook.
         */
        get: operations["pollWebhookEvents"];
        put?: never;
        /**
         * Create a test event
         * @description Creates a test event about a fictitious batch. `GET` of the same path returns the event; no webhook receives it. Use it
         *     to test programs that poll the events of a project, such as `svc webhook listen`.
         */
        post: operations["createWebhookEvent"];
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
         * @description Sends a test event about a fictitious batch to a project's webhook. It is signed like any other event, and tried once.
         *     A project sends at most 30 test events in any 60 seconds: otherwise 429 `rate_limit_exceeded`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List roles
         * @description Lists the roles of the organization, the built-in ones first.
         */
        get: operations["listRoles"];
        put?: never;
        /**
         * Create a role
         * @description Defines a role of the organization. Nobody grants a permission that they lack: 403 `insufficient_permissions`.
         */
        post: operations["createRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/roles/{role_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a role
         * @description Returns a role of the organization.
         */
        get: operations["getRole"];
        put?: never;
        /**
         * Update a role
         * @description Changes a role of the organization, within 5 seconds on all servers.
         */
        post: operations["updateRole"];
        /**
         * Delete a role
         * @description Deletes a role of the organization with its assignments.
         */
        delete: operations["deleteRole"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the organization's settings
         * @description Returns the settings of the organization.
         */
        get: operations["getOrganizationSettings"];
        put?: never;
        /**
         * Update the organization's settings
         * @description Changes the settings of the organization, within 5 seconds on all servers.
         */
        post: operations["updateOrganizationSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/usage/audio_speeches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get usage of speech synthesis
         * @description Reports no usage, because this server has no speech synthesis of its own. Calls of custom endpoints are in `/v1/organization/usage/completions`.
         */
        get: operations["getAudioSpeechesUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/usage/audio_transcriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get usage of audio transcriptions
         * @description Reports no usage, because this server has no audio transcriptions of its own. Calls of custom endpoints are in `/v1/organization/usage/completions`.
         */
        get: operations["getAudioTranscriptionsUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/usage/code_interpreter_sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get usage of code interpreter sessions
         * @description Reports no usage, because this server has no code interpreter sessions of its own. Calls of custom endpoints are in `/v1/organization/usage/completions`.
         */
        get: operations["getCodeInterpreterSessionsUsage"];
        put?: never;
        post?: never;
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
         * @description Reports the requests and tokens of chat completions, completions, responses and messages, of custom endpoints and MCP servers.
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
    "/v1/organization/usage/completions/latency": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the latency of completions
         * @description Reports how long models took to respond, by day. Days without a complete response have no result.
         */
        get: operations["getCompletionsLatency"];
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
         * @description Reports the requests and tokens of embedding and reranking models.
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
    "/v1/organization/usage/file_search_calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get usage of the tool file_search
         * @description Reports the searches of the tool `file_search`. Searches with `POST /v1/vector_stores/{vector_store_id}/search` do not count.
         */
        get: operations["getFileSearchCallsUsage"];
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
         * @description Reports the bytes in files.
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
    "/v1/organization/usage/images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get usage of images
         * @description Reports no usage, because this server has no images of its own. Calls of custom endpoints are in `/v1/organization/usage/completions`.
         */
        get: operations["getImagesUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/usage/moderations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get usage of moderations
         * @description Reports no usage, because this server has no moderations of its own. Calls of custom endpoints are in `/v1/organization/usage/completions`.
         */
        get: operations["getModerationsUsage"];
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
         * @description Reports the requests to the Project API. With `group_by=mcp_tool` it reports the calls of each tool of MCP servers.
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
         * @description Reports the bytes in vector stores.
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
    "/v1/organization/usage/web_search_calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get usage of web searches
         * @description Reports no usage, because this server has no web searches of its own. Calls of custom endpoints are in `/v1/organization/usage/completions`.
         */
        get: operations["getWebSearchCallsUsage"];
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
         * @description Returns a member.
         */
        get: operations["getMember"];
        put?: never;
        /**
         * Change a member's role
         * @description Sets a member's role. The organization keys that a former owner created may do what a member may, at once on this
         *     server and within 5 seconds on all others. A key that was handed over to the organization cannot promote or demote an
         *     owner: 403 `insufficient_permissions`. The accountable owner cannot be demoted: 409 `accountable_owner`.
         */
        post: operations["updateMember"];
        /**
         * Remove a member
         * @description Removes a member. The user's tokens lose access to the organization at once on this server and within 5 seconds on
         *     all others. The keys that the member created in the organization stop working for good, unless `keep_keys` hands them
         *     over to the organization. The audit log gets a `credential_revoked` or `credential_kept` entry for each key. Open
         *     invitations that the member sent stop working. A key that was handed over to the organization cannot remove an owner:
         *     403 `insufficient_permissions`. The accountable owner cannot be removed: 409 `accountable_owner`.
         */
        delete: operations["deleteMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/users/{user_id}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a user's roles
         * @description Lists the roles that a user has in the organization, by themselves and by groups.
         */
        get: operations["listUserRoles"];
        put?: never;
        /**
         * Assign a role to a user
         * @description Gives a user a role of the organization. Nobody gives a permission that they lack, or changes the roles of somebody who has more: 403 `insufficient_permissions`.
         */
        post: operations["createUserRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/users/{user_id}/roles/{role_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user's role
         * @description Returns a role that a user has in the organization.
         */
        get: operations["getUserRole"];
        put?: never;
        post?: never;
        /**
         * Take a role from a user
         * @description Takes a role of the organization from a user, within 5 seconds on all servers. The roles of groups stay.
         */
        delete: operations["deleteUserRole"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/groups/{group_id}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a group's roles in a project
         * @description Lists the roles that a group has in the project.
         */
        get: operations["listProjectGroupRoles"];
        put?: never;
        /**
         * Assign a role to a group in a project
         * @description Gives a group a role of the project. Nobody gives a permission that they lack, or changes the roles of somebody who has more: 403 `insufficient_permissions`.
         */
        post: operations["createProjectGroupRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/groups/{group_id}/roles/{role_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a group's role in a project
         * @description Returns a role that a group has in the project.
         */
        get: operations["getProjectGroupRole"];
        put?: never;
        post?: never;
        /**
         * Take a role from a group in a project
         * @description Takes a role of the project from a group, within 5 seconds on all servers.
         */
        delete: operations["deleteProjectGroupRole"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a project's roles
         * @description Lists the roles of the project, the built-in ones first.
         */
        get: operations["listProjectRoles"];
        put?: never;
        /**
         * Create a project's role
         * @description Defines a role of the project. Nobody grants a permission that they lack: 403 `insufficient_permissions`.
         */
        post: operations["createProjectRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/roles/{role_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a project's role
         * @description Returns a role of the project.
         */
        get: operations["getProjectRole"];
        put?: never;
        /**
         * Update a project's role
         * @description Changes a role of the project, within 5 seconds on all servers.
         */
        post: operations["updateProjectRole"];
        /**
         * Delete a project's role
         * @description Deletes a role of the project with its assignments.
         */
        delete: operations["deleteProjectRole"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/users/{user_id}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a user's roles in a project
         * @description Lists the roles that a user has in the project, by themselves and by groups.
         */
        get: operations["listProjectUserRoles"];
        put?: never;
        /**
         * Assign a role to a user in a project
         * @description Gives a user a role of the project. Nobody gives a permission that they lack, or changes the roles of somebody who has more: 403 `insufficient_permissions`.
         */
        post: operations["createProjectUserRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/users/{user_id}/roles/{role_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user's role in a project
         * @description Returns a role that a user has in the project.
         */
        get: operations["getProjectUserRole"];
        put?: never;
        post?: never;
        /**
         * Take a role from a user in a project
         * @description Takes a role of the project from a user, within 5 seconds on all servers. The roles of groups stay.
         */
        delete: operations["deleteProjectUserRole"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rerank": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rerank documents
         * @description Ranks documents by how well they answer a query, in the form of Cohere, Jina and vLLM.
         */
        post: operations["createRerank"];
        delete?: never;
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
         * @description Mails a link to set a new password, if an account with the address exists. The limits are 3 mails an hour per e-mail
         *     address and 20 an hour per client. Response and response time are the same if there is no account or a limit is
         *     reached. A newer link replaces the previous one.
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
         * @description Sets a new password with the token of a link, once. All sessions of the user end, and the user gets a notice by mail.
         *     API keys keep working. The response contains no tokens: sign in with the new password. A token that is unknown, used,
         *     expired or replaced: 400 `token_invalid`.
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
         * @description Returns the account that a reset link belongs to. The link stays valid.
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
         * @description Asks a model for a response. With `stream: true` the response is a stream of events.
         */
        post: operations["createResponse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/responses/compact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compact a conversation
         * @description Compacts a conversation, so that it needs fewer tokens. An upstream with `/v1/responses/compact` does so itself. The
         *     model of any other upstream is asked for a summary, which is a call with usage, prices and limits. The summary is
         *     encrypted, and only this project can use it.
         */
        post: operations["compactResponse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/responses/input_tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count the input tokens of a response
         * @description Counts the input tokens of a request for a response. No model is asked: the server counts with the tokenizer
         *     cl100k_base, which is an estimate. A file that is named by its id counts a quarter of its bytes, an image 1,000.
         */
        post: operations["countResponseInputTokens"];
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
         * @description Returns a stored response. `stream=true` sends it as events. This server stores no deltas of its own responses: each
         *     text is one delta. The items of an unfinished response are sent when it has ended.
         */
        get: operations["getResponse"];
        put?: never;
        post?: never;
        /**
         * Delete a response
         * @description Deletes a response. Its items stay in the conversation that they were added to.
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
         * @description Cancels a background response. A response that has ended is returned unchanged.
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
         * @description Lists the input items of a response.
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
         * @description Creates an upload, and reserves its `bytes` in the project's limit of file bytes.
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
         * @description Cancels an upload and deletes its parts.
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
         * @description Creates the file from the parts.
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
         * @description Returns a vector store.
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
         * @description Deletes a vector store. The files are kept.
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
         * @description Attaches files to a vector store and starts to process them. A file that is already `completed` in the store, with
         *     the same chunk sizes, is `completed` at once and takes the new attributes. A batch of only such files is finished at
         *     once.
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
         * @description Returns the state of a batch.
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
         * @description Cancels the unfinished files of a batch. Finished files stay in the vector store. A finished batch does not change.
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
         * @description Lists the files of a batch, ordered by file id and thus by the time of upload. `created_at` is the time when the file
         *     was attached.
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
         * @description Lists the files of a vector store, ordered by file id and thus by the time of upload. `created_at` is the time when
         *     the file was attached.
         */
        get: operations["listVectorStoreFiles"];
        put?: never;
        /**
         * Attach a file to a vector store
         * @description Attaches a file to a vector store and starts to process it. A file that is already `completed` in the store, with the
         *     same chunk sizes, is `completed` at once and takes the new attributes. Detach such a file first to process it again.
         *     Any other file that is already in the store is processed again. Searches find it when it is `completed`.
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
         * @description Returns the state of a file in a vector store.
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
         * @description Detaches a file from a vector store. The file itself is kept.
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
         * @description Returns the extracted text of a file in a vector store. A file that is not completed has no text. A page ends at
         *     `SVC_MAX_PAGE_BYTES` (8 MiB), never inside a piece.
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
    "/v1/vector_stores/{vector_store_id}/reread": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the reread of a vector store
         * @description Returns how many files of a vector store an older version read, and how far their reread is.
         */
        get: operations["getVectorStoreReread"];
        put?: never;
        /**
         * Read the files of a vector store again
         * @description Reads the completed files of a vector store again, in the background and behind uploads. A file is searched by its
         *     old chunks until the new ones are complete, and keeps them if it cannot be read. New embeddings count as usage. A
         *     second call while files wait adds none of them twice.
         */
        post: operations["rereadVectorStore"];
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
         * @description Searches the completed files of a vector store. A search counts as a use of the store and postpones its expiry. An
         *     expired store cannot be searched: 409 `vector_store_expired`. If an upstream's model fails: 502 or 504. The ranker
         *     `keyword` needs no embedding model.
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
         * @description Sends GET to a custom endpoint: a path from the configuration, such as `/v1/ocr`, that an upstream answers. The path
         *     must be written as in the configuration. Query and response pass through unchanged.
         */
        get: operations["getCustomEndpoint"];
        /**
         * Send PUT to a custom endpoint
         * @description Sends PUT to a custom endpoint. Query, body and response pass through unchanged. If the project may use only some
         *     models, the server must be able to find the model in the body. The body must then be JSON (UTF-8 without a byte order
         *     mark), a form, an image, audio, video, a PDF or `application/octet-stream`. Other media types and unreadable JSON are
         *     refused: 415.
         */
        put: operations["putCustomEndpoint"];
        /**
         * Send POST to a custom endpoint
         * @description Sends POST to a custom endpoint. Query, body and response pass through unchanged. If the project may use only some
         *     models, the server must be able to find the model in the body. The body must then be JSON (UTF-8 without a byte order
         *     mark), a form, an image, audio, video, a PDF or `application/octet-stream`. Other media types and unreadable JSON are
         *     refused: 415.
         */
        post: operations["postCustomEndpoint"];
        /**
         * Send DELETE to a custom endpoint
         * @description Sends DELETE to a custom endpoint. Query and response pass through unchanged.
         */
        delete: operations["deleteCustomEndpoint"];
        options?: never;
        head?: never;
        /**
         * Send PATCH to a custom endpoint
         * @description Sends PATCH to a custom endpoint. Query, body and response pass through unchanged. If the project may use only some
         *     models, the server must be able to find the model in the body. The body must then be JSON (UTF-8 without a byte order
         *     mark), a form, an image, audio, video, a PDF or `application/octet-stream`. Other media types and unreadable JSON are
         *     refused: 415.
         */
        patch: operations["patchCustomEndpoint"];
        trace?: never;
    };
}
export interface webhooks {
    "project.spend_threshold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A project reached a threshold of its spend limit
         * @description A project reached 80 or 100 percent of its spend limit, and has `spend_threshold_events`.
         */
        post: operations["onProjectSpendThreshold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
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
         * @description A batch has ended. None of its files completed, and at least one was cancelled.
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
         * @description A batch has ended, and at least one of its files completed.
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
         * @description A batch has ended, and all of its files failed.
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
             * @description Always `ok`: the user is now a member.
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
         *       "created_at": 1768469400,
         *       "mail_configured": true
         *     }
         */
        Account: {
            id: components["schemas"]["Id"];
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "user";
            email: components["schemas"]["EmailAddress"];
            /** @description Null if unknown. */
            name: components["schemas"]["Name"] | null;
            /** @description `true` if the user is an admin, who manages all users, organizations and projects of the server. */
            is_admin: boolean;
            /**
             * @description The organization of requests without a `Compat-Organization` header. At first this is the first organization that
             *     the user owns or joins.
             */
            default_organization_id: components["schemas"]["Id"] | null;
            /** @description The organizations that the user belongs to, oldest first. */
            organizations: components["schemas"]["AccountOrganization"][];
            created_at: components["schemas"]["UnixSeconds"];
            /** @description `true` if a mail server is configured. Otherwise create links for invitations and passwords and hand them over. */
            mail_configured: boolean;
        };
        /** @description An organization that the signed-in user belongs to. */
        AccountOrganization: {
            id: components["schemas"]["Id"];
            name: components["schemas"]["Name"];
            role: components["schemas"]["OrganizationRole"];
        };
        /**
         * @description The user to add.
         * @example {
         *       "user_id": "user_01KF0GD9Q3V5Z7X1C2B4N6M8KA"
         *     }
         */
        AddGroupUserRequest: {
            /** @description A member of the organization. */
            user_id: components["schemas"]["Id"];
        };
        /**
         * @description A group to add to a project.
         * @example {
         *       "group_id": "group_01KF0GE8A2B4C6D8E1F3G5H7JK",
         *       "role": "viewer"
         *     }
         */
        AddProjectGroupRequest: {
            group_id: components["schemas"]["Id"];
            /**
             * @description The id of a role of the project, or the name of a built-in one.
             * @example viewer
             */
            role: components["schemas"]["Id"];
        };
        /**
         * @description A member of the organization to add to a project.
         * @example {
         *       "user_id": "user_01KF0GD9Q3V5Z7X1C2B4N6M8KA",
         *       "role": "member",
         *       "email": null
         *     }
         */
        AddProjectUserRequest: {
            /** @description The user's id. */
            user_id: components["schemas"]["Id"];
            /** @description The user's address. `user_id` says who is meant. */
            email?: components["schemas"]["EmailAddress"] | null;
            role: components["schemas"]["BuiltInProjectRole"];
        };
        /** @description A part of an upload, as a multipart form. */
        AddUploadPartForm: {
            /** @description The content: at most 64 MiB. */
            data: unknown;
        };
        /** @description A user who was added to a group. */
        AddedGroupUser: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "group.user";
            user_id: components["schemas"]["Id"];
            group_id: components["schemas"]["Id"];
        };
        /**
         * @description A key with access to one organization and all its projects.
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
         *       "disabled": false,
         *       "previous": null,
         *       "scopes": null,
         *       "models": null,
         *       "allowed_cidrs": null,
         *       "created_at": 1768469531,
         *       "expires_at": null,
         *       "last_used_at": null
         *     }
         */
        AdminApiKey: {
            id: components["schemas"]["Id"];
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "organization.admin_api_key";
            name: components["schemas"]["Name"];
            /** @description The key with its middle replaced by dots. */
            redacted_value: string;
            owner: components["schemas"]["KeyOwner"];
            /**
             * @description `revoked`: the key does not work, because its owner is disabled or was removed from the organization. The keys of a
             *     disabled owner work again when the owner is enabled. The status does not show whether the key has expired: see
             *     `expires_at`. `deleted` is only in the response to a creation that is repeated with its `Idempotency-Key` after the
             *     key was deleted.
             * @enum {string}
             */
            status: "active" | "revoked" | "deleted";
            /**
             * @description The user who handed the key over to the organization when its owner was removed. Null if the key still depends on
             *     its owner. Keys created with a handed-over key belong to the organization too.
             */
            kept_by: components["schemas"]["Id"] | null;
            /** @description True: the key is not accepted until it is enabled again. */
            disabled: boolean;
            /** @description The value before the last rotation, while it is still accepted. Else null. */
            previous: components["schemas"]["PreviousKeyValue"] | null;
            /** @description The permissions of the key, of those that its maker has. Null: all that its maker has. */
            scopes: components["schemas"]["PermissionsItem"] | null;
            /** @description The models that the key may use, of those of the project. Null: all of them. */
            models: components["schemas"]["KeyModelsItem"] | null;
            /** @description The networks from which the key is accepted. Null: from everywhere. */
            allowed_cidrs: components["schemas"]["NetworksItem"] | null;
            created_at: components["schemas"]["UnixSeconds"];
            /** @description Null if the key does not expire. */
            expires_at: components["schemas"]["UnixSeconds"] | null;
            /** @description Null until the key is first used, and after a rotation until its new value is. */
            last_used_at: components["schemas"]["UnixSeconds"] | null;
        };
        /** @description A page of AdminApiKey rows. */
        AdminApiKeyList: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["AdminApiKey"][];
            /** @description The id of the first row; null if the page is empty. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null if the page is empty. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description `true` if more rows follow in the direction of paging. */
            has_more: boolean;
            /** @description The number of rows on all pages. It is absent without `include_total=true`. */
            total?: components["schemas"]["Count"];
        };
        /**
         * @description The configuration, nested as in the file that `SVC_CONFIG` names. A secret is shown as `••••••••` if it is set, else
         *     as null.
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
        /** @description The server is alive. */
        Alive: {
            /**
             * @description Always `ok`.
             * @enum {string}
             */
            status: "ok";
        };
        /** @description An amount of money. */
        Amount: {
            /**
             * Format: double
             * @description The amount in units of the currency, not in cents.
             */
            value: number;
            /**
             * @description US dollars.
             * @enum {string}
             */
            currency: "usd";
        };
        /**
         * @description A worker's heartbeat.
         * @example {
         *       "name": "gpu-1",
         *       "models": [
         *         "gpt-4o-mini"
         *       ]
         *     }
         */
        AnnounceFineTuningWorkerRequest: {
            /** @description The worker's name, unique on this server. A second request with the same name is a heartbeat. */
            name: components["schemas"]["Name"];
            /** @description The models that it can fine-tune. */
            models: components["schemas"]["ModelId"][];
        };
        /** @description A content block of an answer. */
        AnswerBlock: {
            /** @description The kind of block: `text`, `tool_use`, `thinking`, or another kind of the upstream. */
            type: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description The role to assign.
         * @example {
         *       "role_id": "role_01KF0GE2M4N6P8Q1R3S5T7V9WX"
         *     }
         */
        AssignRoleRequest: {
            /** @description A role of the organization or the project, whose permissions the caller has. */
            role_id: components["schemas"]["Id"];
        };
        /**
         * @description A role in an organization. `reader` is the public API's word for `member`.
         * @enum {string}
         */
        AssignedOrganizationRole: "owner" | "member" | "reader";
        /**
         * @description A role that a user or a group has in the organization or the project.
         * @example {
         *       "id": "role_01KF0GE2M4N6P8Q1R3S5T7V9WX",
         *       "name": "Auditor",
         *       "description": "Reads usage and the audit log.",
         *       "permissions": [
         *         "audit_log.read",
         *         "usage.read"
         *       ],
         *       "predefined_role": false,
         *       "resource_type": "api.organization",
         *       "assignment_sources": [
         *         {
         *           "principal_id": "group_01KF0GE8A2B4C6D8E1F3G5H7JK",
         *           "principal_type": "group"
         *         }
         *       ],
         *       "created_at": 1768470300,
         *       "created_by": "user_01KF0FV2V10WPQDKJBN821WAWP",
         *       "created_by_user_obj": {
         *         "id": "user_01KF0FV2V10WPQDKJBN821WAWP",
         *         "object": "user"
         *       },
         *       "updated_at": 1768470300
         *     }
         */
        AssignedRole: {
            id: components["schemas"]["Id"];
            name: components["schemas"]["Name"];
            /** @description Null if the role has none. */
            description: components["schemas"]["RoleDescription"] | null;
            permissions: components["schemas"]["PermissionsItem"];
            /** @description `true` for a built-in role, which does not change. */
            predefined_role: boolean;
            /**
             * @description `api.project`: the role is assigned in the one project that has it.
             * @enum {string}
             */
            resource_type: "api.organization" | "api.project";
            /** @description The user itself, and groups from which the user has the role: 20 at most. */
            assignment_sources: components["schemas"]["AssignmentSource"][];
            /** @description Null for a built-in role. */
            created_at: components["schemas"]["UnixSeconds"] | null;
            /** @description The user who defined the role. Null for a built-in one. */
            created_by: components["schemas"]["Id"] | null;
            /** @description The user of `created_by`, as the public API shows it. */
            created_by_user_obj: components["schemas"]["RoleMaker"] | null;
            /** @description Null for a built-in role. */
            updated_at: components["schemas"]["UnixSeconds"] | null;
        };
        /** @description A page of AssignedRole rows. */
        AssignedRoleList: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["AssignedRole"][];
            /** @description The id of the first row; null if the page is empty. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null if the page is empty. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description `true` if more rows follow in the direction of paging. */
            has_more: boolean;
            /** @description `last_id` if more rows follow, else null. */
            next: components["schemas"]["Id"] | null;
        };
        /** @description A user or a group to which a role is assigned. */
        AssignmentSource: {
            principal_id: components["schemas"]["Id"];
            /**
             * @description The kind of the principal.
             * @enum {string}
             */
            principal_type: "user" | "group";
        };
        /** @description A filter on one attribute of files. */
        AttributeFilter: components["schemas"]["ComparisonFilter"] | components["schemas"]["MembershipFilter"];
        /** @description The name of an attribute. */
        AttributeName: string;
        /** @description An attribute value in a list. */
        AttributeValue: components["schemas"]["MetadataText"] | number;
        /** @description A list of attribute values. */
        AttributeValues: components["schemas"]["AttributeValue"][];
        /** @description The actor. */
        AuditActor: {
            /**
             * @description `api_key` if a key was used, else `session`.
             * @enum {string}
             */
            type: "session" | "api_key";
            /** @description Present if no key was used. */
            session?: components["schemas"]["AuditSession"];
            /** @description Present if a key was used. */
            api_key?: components["schemas"]["AuditApiKey"];
        };
        /** @description The key that was used. */
        AuditApiKey: {
            /** @description The id of the key. */
            id: components["schemas"]["Id"];
            /** @description The name of the key; null if the key was deleted. */
            name: string | null;
            /**
             * @description Always `user`: a key belongs to the user who created it.
             * @enum {string}
             */
            type: "user";
            /** @description The user who owns the key. */
            user: components["schemas"]["AuditUser"];
        };
        /**
         * Format: log-entry-id
         * @description A cursor in the audit log.
         */
        AuditCursor: string;
        /** @description An event type, or all types of a resource: `project.created`, `project.*`. */
        AuditEventFilter: string;
        /** @description The event type, a resource and an action: `project.created`, `api_key.deleted`, `config.revealed`. */
        AuditEventType: string;
        /**
         * @description An audit log entry. A member with the name of the event type holds the details, such as the `id` of the resource. The
         *     details of a change have the new values in `changes_requested`. Entries since 0.2.0 also have the old values in
         *     `previous_values`.
         * @example {
         *       "id": "audit_01KF0G0WCHRK34H1GGF5TREFPF",
         *       "object": "organization.audit_log",
         *       "type": "project.created",
         *       "effective_at": 1768469590,
         *       "organization_id": "org_01KF0FX1B1ET11BJZ2BDTPTVRC",
         *       "organization_name": "Analytical Engines",
         *       "project": {
         *         "id": "proj_01KF0G0WCHRK34H1GGF5TREFPF",
         *         "name": "Search"
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
         *       "target_name": "Search",
         *       "project.created": {
         *         "id": "proj_01KF0G0WCHRK34H1GGF5TREFPF",
         *         "name": "Search"
         *       }
         *     }
         */
        AuditLog: {
            id: components["schemas"]["Id"];
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "organization.audit_log";
            /** @description The event type. */
            type: components["schemas"]["AuditEventType"];
            /** @description The time of the event. */
            effective_at: components["schemas"]["UnixSeconds"];
            /** @description The organization; null if the event concerns the whole server. */
            organization_id: components["schemas"]["Id"] | null;
            /** @description The name of the organization today; null if it was deleted, or if the event concerns the whole server. */
            organization_name: string | null;
            /** @description The project; null if the event concerns no project. */
            project: components["schemas"]["AuditProject"] | null;
            /** @description The actor: a user's session, or a key. */
            actor: components["schemas"]["AuditActor"];
            /** @description The client's IP address; empty for the command line on the server's machine. */
            ip_address: string;
            /** @description The id of the request. */
            request_id: string;
            /** @description The id of the affected resource; null if there is not exactly one. */
            target_id: string | null;
            /**
             * @description The name of the affected resource today. For a file it is the file name, for a user or an invitation the e-mail
             *     address. Null if the resource has no name, or was deleted.
             */
            target_name: string | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A page of AuditLog rows. */
        AuditLogList: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["AuditLog"][];
            /** @description The id of the first row; null if the page is empty. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null if the page is empty. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description `true` if more rows follow in the direction of paging. */
            has_more: boolean;
        };
        /** @description The project of an audited action. */
        AuditProject: {
            id: components["schemas"]["Id"];
            /** @description The name of the project today; null if it was deleted. */
            name: string | null;
        };
        /** @description A user's session, or an attempt to sign in. */
        AuditSession: {
            /** @description The user. */
            user: components["schemas"]["AuditUser"];
            /** @description The client's IP address; empty for the command line on the server's machine. */
            ip_address: string;
        };
        /** @description The user behind an audited action. */
        AuditUser: {
            /** @description Null if the user is unknown, as after a failed sign-in. */
            id: components["schemas"]["Id"] | null;
            /** @description Null if a key was used. */
            email: components["schemas"]["EmailAddress"] | null;
        };
        /** @description A vector as the base64 of its little-endian 32-bit floats. */
        Base64Vector: string;
        /**
         * @description The access token with which the web panel calls the API. The panel keeps it in memory only.
         * @example {
         *       "access_token": "svcuser_xmOSZZrwocLApDv4SX3FQYPVIZ88ZKy6p1MaFcmKGN747cgcb",
         *       "token_type": "bearer",
         *       "access_expires_at": 1768473131
         *     }
         */
        BrowserSession: {
            /** @description The access token. It begins with `svcuser_`. */
            access_token: string;
            /**
             * @description The token is sent as `Authorization: Bearer <token>`.
             * @enum {string}
             */
            token_type: "bearer";
            access_expires_at: components["schemas"]["UnixSeconds"];
        };
        /**
         * @description A built-in role of a project.
         * @enum {string}
         */
        BuiltInProjectRole: "owner" | "member" | "viewer";
        /** @description The body of an error of an operation that an upstream answers. */
        CallErrorBody: {
            error: components["schemas"]["CallErrorObject"];
            /** @description The failures if this server refused the request because it violates its schema. At most 50. */
            detail?: components["schemas"]["ValidationIssue"][];
        };
        /** @description An error of this server, or of an upstream in its own words. */
        CallErrorObject: {
            /** @description A sentence for people to read. */
            message: string;
            /** @description The kind of error: an `ErrorType` of this server, or the upstream's own. */
            type: string | null;
            /** @description The part of the request that caused the error, if one did. */
            param: string | null;
            /** @description An `ErrorCode` of this server, `validation_error`, or the upstream's own code. */
            code: string | null;
        };
        /**
         * Format: int64
         * @description An amount in US cents.
         * @example 10000
         */
        Cents: number;
        /**
         * @description Settings to change, nested as in the configuration. Only settings with `live: true` in the provenance can be changed;
         *     others are refused. Null restores the value of the file, or the default.
         *
         *     A list, such as `upstreams`, is replaced as a whole. In a list, `••••••••` keeps the secret of the item with the same
         *     name, if the item's host stays the same. An upstream must have a public address, an address in
         *     `SVC_UPSTREAM_ALLOWED_CIDRS`, or the origin of an upstream in the configuration file.
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
        /** @description A changed user, with the effect on the keys that the user created. */
        ChangedUser: {
            id: components["schemas"]["Id"];
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "user";
            email: components["schemas"]["EmailAddress"];
            /**
             * @description `true` if the person proved to own the address, by a link that was mailed to it. A link that somebody handed over
             *     proves nothing: check who has the account before you give it rights.
             */
            email_verified: boolean;
            /** @description Null if unknown. */
            name: components["schemas"]["Name"] | null;
            /** @description `true` if the user is an admin, who manages all users, organizations and projects of the server. */
            is_admin: boolean;
            /** @description A disabled user cannot sign in. The user's tokens, and the keys that the user created, do not work. */
            disabled: boolean;
            /** @description The organization of requests without a `Compat-Organization` header. Null if the user has no organization yet. */
            default_organization_id: components["schemas"]["Id"] | null;
            /**
             * @description The number of working organization and project keys that depend on this user. They stop working when the user is
             *     disabled.
             */
            active_keys: components["schemas"]["Count"];
            created_at: components["schemas"]["UnixSeconds"];
            /**
             * @description The number of keys that this change revoked: at once on this server, within 5 seconds on all others. Missing if
             *     there are none.
             */
            revoked_keys?: components["schemas"]["Count"];
            /** @description The number of keys that work again after this change. Missing if there are none. */
            restored_keys?: components["schemas"]["Count"];
        };
        /** @description One of the answers. */
        ChatChoice: {
            /** @description The index of the answer. */
            index: components["schemas"]["Count"];
            /** @description The model's message. */
            message: components["schemas"]["ChatMessage"];
            /**
             * @description The reason why the answer ends: `stop`, `length`, `tool_calls`, `content_filter`, or another reason of the
             *     upstream.
             */
            finish_reason: string | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A chat completion, as the upstream sent it. */
        ChatCompletion: {
            /** @description The id of the response, as the upstream sent it. */
            id: string;
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "chat.completion";
            /** @description The creation time. */
            created: components["schemas"]["UnixSeconds"];
            /** @description The model that answered. */
            model: string;
            /** @description The answers. */
            choices: components["schemas"]["ChatChoice"][];
            /** @description The usage of the call. */
            usage?: components["schemas"]["CompletionUsage"] | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description A chat completion request. The server reads the model, the messages' roles and the parameters of streams. All other
         *     parameters go to the upstream unchanged, described here or not, except those that would make the upstream call another host or use another credential.
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
            /** @description The id of the model; `GET /v1/models` lists the models. */
            model: components["schemas"]["KnownModelId"];
            /** @description The conversation so far. */
            messages: components["schemas"]["ChatMessage"][];
            /** @description `true` streams the response as server-sent events. */
            stream?: boolean | null;
            /** @description Options of the stream. */
            stream_options?: components["schemas"]["StreamOptions"] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A text, or a list of parts. */
        ChatContent: components["schemas"]["ChatText"] | components["schemas"]["ChatContentParts"];
        /** @description A part of a message. */
        ChatContentPart: {
            /** @description The kind of part: `text`, `image_url`, `input_audio`, `file`, or another that the upstream knows. */
            type: string;
            /** @description The text of a `text` part. */
            text?: components["schemas"]["ChatText"];
        } & {
            [key: string]: unknown;
        };
        /** @description The parts of a message. */
        ChatContentParts: components["schemas"]["ChatContentPart"][];
        /** @description A function that the model may call. */
        ChatFunction: {
            /** @description The name of the function. */
            name: string;
            /** @description The description that the model reads. */
            description?: components["schemas"]["ChatText"];
            /** @description The JSON schema of the arguments. */
            parameters?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description The function that the model calls, with its arguments. */
        ChatFunctionCall: {
            /** @description The name of the function. */
            name: string;
            /** @description The arguments as JSON, as the model wrote them. */
            arguments: components["schemas"]["ChatText"];
        } & {
            [key: string]: unknown;
        };
        /** @description A JSON schema that the answer has to match. */
        ChatJsonSchema: {
            /** @description The name of the schema. */
            name: string;
            /** @description The schema. */
            schema?: {
                [key: string]: unknown;
            };
            /** @description `true` makes the model keep the schema exactly. */
            strict?: boolean | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A message of a conversation. */
        ChatMessage: {
            /**
             * @description The author of the message: `system`, `developer`, `user`, `assistant`, `tool`, or another role that the upstream
             *     knows.
             */
            role: string;
        } & {
            [key: string]: unknown;
        };
        /** @description The form of the answer. */
        ChatResponseFormat: {
            /** @description `text`, `json_object` or `json_schema`. */
            type: string;
            json_schema?: components["schemas"]["ChatJsonSchema"];
        } & {
            [key: string]: unknown;
        };
        /** @description A text that ends the answer, or a list of them. */
        ChatStop: components["schemas"]["ChatStopText"] | components["schemas"]["ChatStopTexts"];
        /** @description A text that ends the answer. */
        ChatStopText: string;
        /** @description Texts that end the answer. */
        ChatStopTexts: components["schemas"]["ChatStopText"][];
        /** @description A text. */
        ChatText: string;
        /** @description A tool that the model may call. */
        ChatTool: {
            /** @description The kind of tool: `function`, or another that the upstream knows. */
            type: string;
            function?: components["schemas"]["ChatFunction"];
        } & {
            [key: string]: unknown;
        };
        /** @description A call of a tool by the model. */
        ChatToolCall: {
            /** @description The id of the call. The message with its result repeats it as `tool_call_id`. */
            id: string;
            /** @description The kind of tool: `function`, or another that the upstream knows. */
            type: string;
            function?: components["schemas"]["ChatFunctionCall"];
        } & {
            [key: string]: unknown;
        };
        /** @description The mode of tool calls, or the tool that the model must call. */
        ChatToolChoice: components["schemas"]["ChatToolMode"] | components["schemas"]["ChatTool"];
        /** @description `none`, `auto` or `required`. */
        ChatToolMode: string;
        /** @description How files are split into chunks. */
        ChunkingStrategy: {
            type: components["schemas"]["ChunkingType"];
            static: components["schemas"]["StaticChunking"];
        };
        /** @description How files are split into chunks. */
        ChunkingStrategyRequest: {
            /**
             * @description `auto`: the server's sizes, which are 800 tokens with an overlap of 400. `static`: the sizes in `static`.
             * @default auto
             */
            type: components["schemas"]["ChunkingType"];
            /** @description The sizes, for `static`. */
            static?: components["schemas"]["StaticChunkingRequest"];
        };
        /**
         * @description `auto` uses the server's sizes, `static` the sizes in the request.
         * @enum {string}
         */
        ChunkingType: "auto" | "static";
        /**
         * @description A conversation to compact: `input`, or the response that it continues, or both.
         * @example {
         *       "model": "gpt-oss-120b",
         *       "input": "Where is the key to the engine room?",
         *       "previous_response_id": null
         *     }
         */
        CompactResponseRequest: {
            /** @description The id of the model; `GET /v1/models` lists the models. */
            model: components["schemas"]["KnownModelId"];
            /** @description A text, or a list of items, as in a request for a response. */
            input?: unknown;
            /** @description The response to compact, with the responses before it. It must belong to this project. */
            previous_response_id?: components["schemas"]["KnownResponseId"] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A compacted conversation. Send its `output`, and the next message, as the input of the next response. */
        CompactedResponse: {
            /** @description The id of the compacted conversation. It cannot be read again. */
            id: components["schemas"]["ResponseId"];
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "response.compaction";
            /**
             * Format: double
             * @description The creation time.
             */
            created_at: number;
            /** @description All messages of the user, then an item of the type `compaction` that stands for the rest of the conversation. */
            output: unknown[];
            /** @description The tokens that the model used. */
            usage?: {
                [key: string]: unknown;
            } | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description Compares an attribute of a file with a value. Values of different types are never equal and cannot be ordered.
         *     Strings are ordered by code points. Booleans cannot be ordered. A file without the attribute matches only `ne`.
         */
        ComparisonFilter: {
            /**
             * @description The comparison: equal, not equal, greater, greater or equal, less, less or equal.
             * @enum {string}
             */
            type: "eq" | "ne" | "gt" | "gte" | "lt" | "lte";
            key: components["schemas"]["AttributeName"];
            /** @description The value to compare with. */
            value: components["schemas"]["MetadataValue"];
        };
        /**
         * @description The order of the parts in the file.
         * @example {
         *       "part_ids": [
         *         "part_01M7XY3JZR2E7JP3HNP3VFFZ2W"
         *       ],
         *       "md5": "b026324c6904b2a9cb4b88d6d61c81d1"
         *     }
         */
        CompleteUploadRequest: {
            /** @description The ids of the parts, in their order in the file. The sizes of the parts must add up to the declared `bytes`. */
            part_ids: components["schemas"]["UploadPartId"][];
            /** @description The MD5 of the whole file in hexadecimal. If it is sent, the server checks it. */
            md5?: string;
        };
        /** @description A completion, as the upstream sent it. */
        Completion: {
            /** @description The id of the response, as the upstream sent it. */
            id: string;
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "text_completion";
            /** @description The creation time. */
            created: components["schemas"]["UnixSeconds"];
            /** @description The model that answered. */
            model: string;
            /** @description The continuations. */
            choices: components["schemas"]["CompletionChoice"][];
            /** @description The usage of the call. */
            usage?: components["schemas"]["CompletionUsage"] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description One of the continuations. */
        CompletionChoice: {
            /** @description The index of the continuation. */
            index: components["schemas"]["Count"];
            /** @description The text of the continuation. */
            text: string;
            /** @description The reason why the text ends. */
            finish_reason: string | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description A completion request. Parameters that are not described here go to the upstream unchanged.
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
            /** @description The id of the model; `GET /v1/models` lists the models. */
            model: components["schemas"]["KnownModelId"];
            /** @description A text, a list of texts, or their tokens. */
            prompt?: unknown;
            /** @description `true` streams the response as server-sent events. */
            stream?: boolean | null;
            /** @description Options of the stream. */
            stream_options?: components["schemas"]["StreamOptions"] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description The usage of a call, as counted by the upstream. */
        CompletionUsage: {
            /** @description Input tokens. */
            prompt_tokens: components["schemas"]["Count"];
            /** @description Output tokens. */
            completion_tokens?: components["schemas"]["Count"];
            /** @description Input and output tokens together. */
            total_tokens?: components["schemas"]["Count"];
        } & {
            [key: string]: unknown;
        };
        /** @description The latency of chat completions, completions, responses and messages, estimated with an error of at most 10 %. */
        CompletionsLatency: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "organization.usage.completions.latency.result";
            /** @description The measured requests: those with a complete response. */
            num_model_requests: components["schemas"]["Count"];
            /** @description Half of the requests took at most this many milliseconds until the end of the response, all attempts included. */
            median_ms: components["schemas"]["Count"];
            /** @description 95 % of the requests took at most this many milliseconds. */
            p95_ms: components["schemas"]["Count"];
        };
        /** @description The usage in a time span, as CompletionsLatency. */
        CompletionsLatencyBucket: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "bucket";
            /** @description The start of the bucket. */
            start_time: components["schemas"]["UnixSeconds"];
            /** @description The end of the bucket, which is the start of the next one. */
            end_time: components["schemas"]["UnixSeconds"];
            /** @description One result per group. Empty if there was no usage. */
            results: components["schemas"]["CompletionsLatency"][];
        };
        /** @description Buckets of CompletionsLatency, in the order of time, without a gap. */
        CompletionsLatencyPage: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "page";
            /** @description The buckets. */
            data: components["schemas"]["CompletionsLatencyBucket"][];
            /** @description `true` if another page follows. */
            has_more: boolean;
            /** @description The cursor of the next page, to be sent as `page`. Null on the last page. */
            next_page: components["schemas"]["UsagePageCursor"] | null;
        };
        /** @description Usage of chat completions, completions, responses and messages, and of custom endpoints and MCP servers. */
        CompletionsUsage: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "organization.usage.completions.result";
            /** @description Input tokens. */
            input_tokens: components["schemas"]["Count"];
            /** @description Input tokens that came from the model's cache, as far as the upstream reports them. */
            input_cached_tokens: components["schemas"]["Count"];
            /** @description Output tokens. */
            output_tokens: components["schemas"]["Count"];
            /** @description Requests that were sent to a model. */
            num_model_requests: components["schemas"]["Count"];
            /** @description Requests without a complete response. */
            num_failed_requests: components["schemas"]["Count"];
            /** @description The project. */
            project_id: components["schemas"]["Id"] | null;
            /** @description The user who sent the requests without a key. */
            user_id: components["schemas"]["Id"] | null;
            /** @description The key. */
            api_key_id: components["schemas"]["Id"] | null;
            /** @description The model, the path of a custom endpoint (`/v1/ocr`), or `mcp:PREFIX` of an MCP server. */
            model: components["schemas"]["ModelId"] | null;
        };
        /** @description The usage in a time span, as CompletionsUsage. */
        CompletionsUsageBucket: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "bucket";
            /** @description The start of the bucket. */
            start_time: components["schemas"]["UnixSeconds"];
            /** @description The end of the bucket, which is the start of the next one. */
            end_time: components["schemas"]["UnixSeconds"];
            /** @description One result per group. Empty if there was no usage. */
            results: components["schemas"]["CompletionsUsage"][];
        };
        /** @description Buckets of CompletionsUsage, in the order of time, without a gap. */
        CompletionsUsagePage: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "page";
            /** @description The buckets. */
            data: components["schemas"]["CompletionsUsageBucket"][];
            /** @description `true` if another page follows. */
            has_more: boolean;
            /** @description The cursor of the next page, to be sent as `page`. Null on the last page. */
            next_page: components["schemas"]["UsagePageCursor"] | null;
        };
        /** @description Combines filters with `and` or `or`. Compound filters may be nested three levels deep. */
        CompoundFilter: {
            /**
             * @description `and`: all filters must match. `or`: at least one must match.
             * @enum {string}
             */
            type: "and" | "or";
            /** @description The filters. */
            filters: components["schemas"]["InnerSearchFilter"][];
        };
        /** @description The dotted path of a setting. */
        ConfigPath: string;
        /** @description All settings and the sources of their values. */
        ConfigProvenance: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "config.provenance";
            /** @description The settings, in the order of the configuration. */
            settings: components["schemas"]["SettingProvenance"][];
        };
        /**
         * @description The source of a setting's value. Later sources override earlier ones.
         * @enum {string}
         */
        ConfigSource: "default" | "file" | "stored" | "environment";
        /**
         * @description The token of the link, and the new password.
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
         * @description Messages and other items of a project, in order. Responses can continue a conversation. A conversation does not expire.
         * @example {
         *       "id": "conv_01KF0G4CP9QX2AXWQ6CRBPS9XZ",
         *       "object": "conversation",
         *       "created_at": 1768469705,
         *       "metadata": {
         *         "topic": "keys"
         *       }
         *     }
         */
        Conversation: {
            id: components["schemas"]["Id"];
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "conversation";
            created_at: components["schemas"]["UnixSeconds"];
            metadata: components["schemas"]["Metadata"];
        };
        /**
         * @description A message, a tool call, the output of a tool, or another item.
         * @example {
         *       "id": "msg_01KF0G4CP9QX2AXWQ6CRBPS9XZ",
         *       "type": "message",
         *       "role": "user",
         *       "status": "completed",
         *       "content": [
         *         {
         *           "type": "input_text",
         *           "text": "Where is the key?"
         *         }
         *       ]
         *     }
         */
        ConversationItem: {
            id: components["schemas"]["Id"];
            /** @description The type of the item, such as `message` or `function_call`. */
            type: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * Format: item-cursor
         * @description A cursor in a list of conversation items.
         */
        ConversationItemCursor: string;
        /** @description An item in the form of the input of a response. The item gets a new `id`. */
        ConversationItemInput: components["schemas"]["ConversationMessageInput"] | components["schemas"]["ConversationToolItemInput"];
        /** @description A page of ConversationItem rows. */
        ConversationItemList: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["ConversationItem"][];
            /** @description The id of the first row; null if the page is empty. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null if the page is empty. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description `true` if more rows follow in the direction of paging. */
            has_more: boolean;
        };
        /** @description A message in the form of the input of a response. */
        ConversationMessageInput: {
            /**
             * @description The item's type.
             * @enum {string}
             */
            type?: "message";
            /** @description The author of the message, such as `user`. */
            role: string;
            /** @description A text, or a list of parts. */
            content: unknown;
        } & {
            [key: string]: unknown;
        };
        /** @description A conversation, by its id. */
        ConversationReference: {
            /** @description The id of a conversation of this project. */
            id: components["schemas"]["KnownConversationId"];
        } & {
            [key: string]: unknown;
        };
        /** @description An item that is not a message, in the form of the input of a response. */
        ConversationToolItemInput: {
            /** @description The type of the item, such as `function_call_output`. */
            type: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description How the costs in a bucket are grouped; `line_item` is the model, the path of a custom endpoint, or `mcp:PREFIX`.
         * @enum {string}
         */
        CostGroup: "project_id" | "user_id" | "api_key_id" | "line_item";
        /**
         * @description The cost of calls, at the prices that the upstreams had at the time of each call.
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
             * @description The object type.
             * @enum {string}
             */
            object: "organization.costs.result";
            amount: components["schemas"]["Amount"];
            /** @description The model, the path of a custom endpoint, or `mcp:PREFIX`; null if the report is not grouped by `line_item`. */
            line_item: components["schemas"]["ModelId"] | null;
            /** @description The project. */
            project_id: components["schemas"]["Id"] | null;
            /** @description The user who sent the requests without a key. */
            user_id: components["schemas"]["Id"] | null;
            /** @description The key. */
            api_key_id: components["schemas"]["Id"] | null;
        };
        /** @description The usage in a time span, as Costs. */
        CostsBucket: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "bucket";
            /** @description The start of the bucket. */
            start_time: components["schemas"]["UnixSeconds"];
            /** @description The end of the bucket, which is the start of the next one. */
            end_time: components["schemas"]["UnixSeconds"];
            /** @description One result per group. Empty if there was no usage. */
            results: components["schemas"]["Costs"][];
        };
        /** @description Buckets of Costs, in the order of time, without a gap. */
        CostsPage: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "page";
            /** @description The buckets. */
            data: components["schemas"]["CostsBucket"][];
            /** @description `true` if another page follows. */
            has_more: boolean;
            /** @description The cursor of the next page, to be sent as `page`. Null on the last page. */
            next_page: components["schemas"]["UsagePageCursor"] | null;
        };
        /**
         * Format: int64
         * @description A count of things.
         */
        Count: number;
        /**
         * @description A request whose tokens are counted.
         * @example {
         *       "model": "gpt-oss-120b",
         *       "messages": [
         *         {
         *           "role": "user",
         *           "content": "How warm is it in Paris?"
         *         }
         *       ],
         *       "system": "Answer in one sentence.",
         *       "tools": [],
         *       "tool_choice": {
         *         "type": "auto"
         *       },
         *       "thinking": {
         *         "type": "disabled"
         *       }
         *     }
         */
        CountTokensRequest: {
            /** @description The id of the model; `GET /v1/models` lists the models. */
            model: components["schemas"]["KnownModelId"];
            /** @description The conversation so far. */
            messages: components["schemas"]["InputMessage"][];
            /**
             * @description Instructions: a text, or a list of text blocks.
             * @example Answer in one sentence.
             */
            system?: unknown;
            /**
             * @description The tools that the model may call, each with `name`, `description` and `input_schema`. Upstreams with chat
             *     completions get them as functions. Tools that Anthropic's servers run, or whose schema they define, such as
             *     `web_search_20250305`, need an Anthropic upstream: other upstreams do not get them, and the response header
             *     `svc-ignored-tools` names them. If `tool_choice` demands such a tool, the answer is 400.
             * @example [
             *       {
             *         "name": "weather",
             *         "input_schema": {
             *           "type": "object"
             *         }
             *       }
             *     ]
             */
            tools?: unknown;
            /**
             * @description Whether the model has to call a tool: `{type, name, disable_parallel_tool_use}`. `type` is `auto`, `any`, `tool` (with
             *     its `name`) or `none`.
             * @example {
             *       "type": "auto"
             *     }
             */
            tool_choice?: unknown;
            /**
             * @description Whether the model thinks before it answers: `{type, budget_tokens}`. `type` is `enabled`, `adaptive` or `disabled`.
             *     Upstreams with chat completions get the budget as `reasoning_effort`: `low` below 4096 tokens, `medium` below 16384
             *     tokens, else `high`. Their reasoning becomes a `thinking` block if this parameter is
             *     sent and `type` is not `disabled`.
             * @example {
             *       "type": "disabled"
             *     }
             */
            thinking?: unknown;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description The items to add to a conversation.
         * @example {
         *       "items": [
         *         {
         *           "type": "message",
         *           "role": "user",
         *           "content": "Where is the key?"
         *         }
         *       ]
         *     }
         */
        CreateConversationItemsRequest: {
            /** @description The items, oldest first. */
            items: components["schemas"]["ConversationItemInput"][];
        };
        /**
         * @description A new conversation.
         * @example {
         *       "items": [
         *         {
         *           "type": "message",
         *           "role": "user",
         *           "content": "Where is the key?"
         *         }
         *       ],
         *       "metadata": {
         *         "topic": "keys"
         *       }
         *     }
         */
        CreateConversationRequest: {
            /** @description The first items of the conversation. */
            items?: components["schemas"]["ConversationItemInput"][] | null;
            /** @description Null means no metadata. */
            metadata?: components["schemas"]["Metadata"] | null;
        };
        /** @description A new file, as a multipart form. */
        CreateFileForm: {
            /** @description The content and the filename. */
            file: unknown;
            purpose: components["schemas"]["FilePurpose"];
            /**
             * @description The expiry policy. By default the file does not expire. Send two parts, `expires_after[anchor]` and
             *     `expires_after[seconds]`, or one part with JSON.
             */
            expires_after?: components["schemas"]["FileExpiration"];
        };
        /**
         * @description The token of the set-up address, and the admin to create.
         * @example {
         *       "token": "svcsetup_0Yl3hTqVb8KdXw5RmZ2cJ7nPfA1sGuE9oLiQ4tHxDyBvC6kWjN",
         *       "email": "ada@example.com",
         *       "password": "a longer staple than before",
         *       "name": "Ada Lovelace"
         *     }
         */
        CreateFirstAdminRequest: {
            /** @description The token behind `#token=` in the set-up address. */
            token: components["schemas"]["LinkToken"];
            email: components["schemas"]["EmailAddress"];
            password: components["schemas"]["NewPassword"];
            /** @description The admin's name. */
            name?: components["schemas"]["Name"] | null;
        };
        /**
         * @description A new invitation.
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
         * @description A new invite.
         * @example {
         *       "email": "grace@example.com",
         *       "role": "reader",
         *       "projects": [
         *         {
         *           "id": "proj_01KF0G0WCHRK34H1GGF5TREFPF",
         *           "role": "member"
         *         }
         *       ]
         *     }
         */
        CreateInviteRequest: {
            email: components["schemas"]["EmailAddress"];
            /** @description The role that the person gets. `reader` is the public API's word for `member`. */
            role: components["schemas"]["AssignedOrganizationRole"];
            /** @description The projects that the person gets a role in. */
            projects?: components["schemas"]["InviteProject"][];
        };
        /**
         * @description A new key.
         * @example {
         *       "name": "Deployment",
         *       "expires_in_seconds": 7776000,
         *       "scopes": [
         *         "projects.read",
         *         "usage.read"
         *       ],
         *       "models": [
         *         "gpt-4o-mini"
         *       ],
         *       "allowed_cidrs": [
         *         "203.0.113.0/24"
         *       ]
         *     }
         */
        CreateKeyRequest: {
            /** @description The display name. It need not be unique. */
            name: components["schemas"]["Name"];
            /** @description The lifetime, counted from the request. By default the key does not expire. */
            expires_in_seconds?: components["schemas"]["KeyLifetime"];
            /**
             * @description The permissions of the key, of those that its maker has; a call that needs another one is 403
             *     `insufficient_permissions`. By default it has all that its maker has.
             */
            scopes?: components["schemas"]["Permissions"] | null;
            /** @description The models that the key may use, of those of the project; a call of another one is 403 `model_not_found`. */
            models?: components["schemas"]["KeyModels"] | null;
            /**
             * @description The networks from which the key is accepted; a call from elsewhere is 403 `address_not_allowed`. Behind a reverse
             *     proxy, `SVC_TRUSTED_PROXIES` must name it, because its own address is compared otherwise.
             */
            allowed_cidrs?: components["schemas"]["Networks"] | null;
        };
        /**
         * @description A new organization.
         * @example {
         *       "name": "Analytical Engines"
         *     }
         */
        CreateOrganizationRequest: {
            name: components["schemas"]["Name"];
            /** @description The accountable owner, who is also the first owner. The default is the caller. */
            owner_id?: components["schemas"]["Id"];
        };
        /**
         * @description The account whose password is to be reset.
         * @example {
         *       "email": "ada@example.com"
         *     }
         */
        CreatePasswordResetRequest: {
            email: components["schemas"]["EmailAddress"];
        };
        /**
         * @description A new project key.
         * @example {
         *       "name": "Deployment",
         *       "expires_in_seconds": 7776000,
         *       "limits": {
         *         "tokens_per_day": 1000000
         *       },
         *       "mcp_tools": {
         *         "docs": [
         *           "search"
         *         ]
         *       },
         *       "scopes": [
         *         "model.request"
         *       ],
         *       "models": [
         *         "gpt-4o-mini"
         *       ],
         *       "allowed_cidrs": [
         *         "203.0.113.0/24"
         *       ]
         *     }
         */
        CreateProjectKeyRequest: {
            /** @description The display name. It need not be unique. */
            name: components["schemas"]["Name"];
            /** @description The lifetime, counted from the request. By default the key does not expire. */
            expires_in_seconds?: components["schemas"]["KeyLifetime"];
            /**
             * @description The permissions of the key, of those that its maker has; a call that needs another one is 403
             *     `insufficient_permissions`. By default it has all that its maker has.
             */
            scopes?: components["schemas"]["Permissions"] | null;
            /** @description The models that the key may use, of those of the project; a call of another one is 403 `model_not_found`. */
            models?: components["schemas"]["KeyModels"] | null;
            /**
             * @description The networks from which the key is accepted; a call from elsewhere is 403 `address_not_allowed`. Behind a reverse
             *     proxy, `SVC_TRUSTED_PROXIES` must name it, because its own address is compared otherwise.
             */
            allowed_cidrs?: components["schemas"]["Networks"] | null;
            /** @description The limits of the key. By default only the project's limits apply. */
            limits?: components["schemas"]["KeyLimits"];
            /** @description The tools that the key may call. The restriction of its project applies too. */
            mcp_tools?: components["schemas"]["McpTools"];
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
         *       "mcp_tools": {
         *         "docs": [
         *           "search"
         *         ]
         *       },
         *       "limits": {
         *         "requests_per_minute": 600
         *       },
         *       "webhook_url": "https://hooks.example.com/svc",
         *       "webhook_secret": "a secret of your own",
         *       "webhook_signing": "literal",
         *       "spend_threshold_events": false,
         *       "store_responses": true,
         *       "external_key_id": null,
         *       "geography": null,
         *       "residency": null
         *     }
         */
        CreateProjectRequest: {
            name: components["schemas"]["Name"];
            /**
             * @description An archived project refuses all requests to the Project API.
             * @default active
             */
            status: components["schemas"]["ProjectStatus"];
            /** @description The models that the project may use. An empty list means all. */
            models?: components["schemas"]["ModelId"][];
            /** @description The custom endpoints that the project may use. An empty list means all. */
            custom_endpoints?: components["schemas"]["EndpointPath"][];
            /** @description The MCP servers that the project may use. */
            mcp_prefixes?: components["schemas"]["McpPrefixes"];
            mcp_tools?: components["schemas"]["McpTools"];
            limits?: components["schemas"]["ProjectLimits"];
            /** @description The URL that receives the project's events. Null stops deliveries and deletes the secret. */
            webhook_url?: components["schemas"]["WebhookUrl"] | null;
            /** @description The secret that signs events. It needs a `webhook_url`. By default the server generates a secret. */
            webhook_secret?: components["schemas"]["WebhookSecret"];
            /**
             * @description How events are signed. `standard` and `dual` need a secret of `whsec_` and the base64 of 24 to 64 bytes, such as a
             *     generated secret.
             */
            webhook_signing?: components["schemas"]["WebhookSigning"];
            /**
             * @description Whether the webhook also receives `project.spend_threshold` events, at 80 and 100 percent of the spend limit.
             * @default false
             */
            spend_threshold_events: boolean;
            /**
             * @description Whether responses are stored. `false` overrides `store: true` of a request, also at upstreams. Background
             *     responses and new conversation items are refused. What is stored already stays until it is deleted or expires.
             * @default true
             */
            store_responses: boolean;
            /** @description A key of your own that encrypts the project's data. */
            external_key_id?: string | null;
            /** @description The region of the project's data. */
            geography?: string | null;
            /** @description The region of the project's data. */
            residency?: string | null;
        };
        /**
         * @description A new role.
         * @example {
         *       "role_name": "Auditor",
         *       "permissions": [
         *         "audit_log.read",
         *         "usage.read"
         *       ],
         *       "description": "Reads usage and the audit log."
         *     }
         */
        CreateRoleRequest: {
            /** @description The name, which no other role of the organization or the project has. */
            role_name: components["schemas"]["Name"];
            /** @description The permissions, all of which the caller has. */
            permissions: components["schemas"]["Permissions"];
            /** @description A description for people. */
            description?: components["schemas"]["RoleDescription"] | null;
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
             * @description The size of the whole file in bytes: at most `SVC_MAX_UPLOAD_BYTES` (8 GiB by default), else 413.
             */
            bytes: number;
            mime_type: components["schemas"]["MediaType"];
            purpose: components["schemas"]["FilePurpose"];
            /** @description The expiry policy of the file. By default the file does not expire. */
            expires_after?: components["schemas"]["FileExpiration"];
        };
        /**
         * @description The user to create.
         * @example {
         *       "email": "grace@example.com",
         *       "name": "Grace Hopper",
         *       "organization_id": "org_01KF0FX1B1ET11BJZ2BDTPTVRC"
         *     }
         */
        CreateUserRequest: {
            email: components["schemas"]["EmailAddress"];
            name?: components["schemas"]["Name"];
            /** @description The organization that the user joins as a member. By default the user joins none. */
            organization_id?: components["schemas"]["Id"];
        };
        /**
         * @description Files for a vector store: either `file_ids` or `files`. A repeated file counts once.
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
            /** @description Files that share `attributes` and `chunking_strategy`. */
            file_ids?: components["schemas"]["FileId"][];
            /** @description Files, each with its own attributes and chunking strategy. */
            files?: components["schemas"]["CreateVectorStoreFileRequest"][];
            /** @description Attributes of the files in `file_ids`. Searches can filter by them. */
            attributes?: components["schemas"]["Metadata"] | null;
            /** @description The chunking strategy of the files in `file_ids`. The default is the strategy of the vector store. */
            chunking_strategy?: components["schemas"]["ChunkingStrategyRequest"];
        };
        /**
         * @description A file to attach to a vector store.
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
            /** @description Attributes that searches can filter by. `charset` declares the encoding of a text that is not UTF-8: `gb18030`. */
            attributes?: components["schemas"]["Metadata"] | null;
            /** @description The default is the strategy of the vector store. */
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
            /** @description Files to attach to the store. */
            file_ids?: components["schemas"]["FileId"][];
            chunking_strategy?: components["schemas"]["ChunkingStrategyRequest"];
            /** @description Null means the default of 36500 days. */
            expires_after?: components["schemas"]["ExpirationPolicyRequest"] | null;
            /** @description Pairs of your own. Null means no metadata. */
            metadata?: components["schemas"]["Metadata"] | null;
            /**
             * @description What happens to images in files. `ignore` skips them. `description` lets a vision model describe them before chunking.
             * @default ignore
             * @enum {string}
             */
            image_processing_mode: "ignore" | "description";
        };
        /**
         * @description The test event to create.
         * @example {
         *       "type": "vector_store.file_batch.completed"
         *     }
         */
        CreateWebhookEventRequest: {
            /**
             * @description The type of the event.
             * @default vector_store.file_batch.completed
             */
            type: components["schemas"]["WebhookEventType"];
        };
        /**
         * @description A new organization key, with its value. The value is shown only in this response.
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
         *       "disabled": false,
         *       "previous": null,
         *       "scopes": null,
         *       "models": null,
         *       "allowed_cidrs": null,
         *       "created_at": 1768469531,
         *       "expires_at": null,
         *       "last_used_at": null,
         *       "value": "svcorg_5NTeYLWDoEeoA0cGPgkpvtvx18aGtZGopPhNxg8lswI3utdS3"
         *     }
         */
        CreatedAdminApiKey: {
            id: components["schemas"]["Id"];
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "organization.admin_api_key";
            name: components["schemas"]["Name"];
            /** @description The key with its middle replaced by dots. */
            redacted_value: string;
            owner: components["schemas"]["KeyOwner"];
            /**
             * @description `revoked`: the key does not work, because its owner is disabled or was removed from the organization. The keys of a
             *     disabled owner work again when the owner is enabled. The status does not show whether the key has expired: see
             *     `expires_at`. `deleted` is only in the response to a creation that is repeated with its `Idempotency-Key` after the
             *     key was deleted.
             * @enum {string}
             */
            status: "active" | "revoked" | "deleted";
            /**
             * @description The user who handed the key over to the organization when its owner was removed. Null if the key still depends on
             *     its owner. Keys created with a handed-over key belong to the organization too.
             */
            kept_by: components["schemas"]["Id"] | null;
            /** @description True: the key is not accepted until it is enabled again. */
            disabled: boolean;
            /** @description The value before the last rotation, while it is still accepted. Else null. */
            previous: components["schemas"]["PreviousKeyValue"] | null;
            /** @description The permissions of the key, of those that its maker has. Null: all that its maker has. */
            scopes: components["schemas"]["Permissions"] | null;
            /** @description The models that the key may use, of those of the project. Null: all of them. */
            models: components["schemas"]["KeyModels"] | null;
            /** @description The networks from which the key is accepted. Null: from everywhere. */
            allowed_cidrs: components["schemas"]["Networks"] | null;
            created_at: components["schemas"]["UnixSeconds"];
            /** @description Null if the key does not expire. */
            expires_at: components["schemas"]["UnixSeconds"] | null;
            /** @description Null until the key is first used, and after a rotation until its new value is. */
            last_used_at: components["schemas"]["UnixSeconds"] | null;
            /** @description The key. It begins with `svcorg_`. */
            value: string;
        };
        /**
         * @description A new project key, with its value. The value is shown only in this response.
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
         *       "disabled": false,
         *       "previous": null,
         *       "scopes": null,
         *       "models": null,
         *       "allowed_cidrs": null,
         *       "owner_project_access": "active",
         *       "limits": {
         *         "requests_per_minute": null,
         *         "tokens_per_minute": null,
         *         "tokens_per_day": 1000000,
         *         "tokens_per_month": null,
         *         "spend_per_month": 5000
         *       },
         *       "mcp_tools": {},
         *       "value": "svcproj_eP4O6foIuvutAs8WchE1bEalpuVItuYbBmIBaA7KfmI3ToXyJ"
         *     }
         */
        CreatedProjectApiKey: {
            id: components["schemas"]["Id"];
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "organization.project.api_key";
            name: components["schemas"]["Name"];
            /** @description The key with its middle replaced by dots. */
            redacted_value: string;
            created_at: components["schemas"]["UnixSeconds"];
            /** @description Null until the key is first used, and after a rotation until its new value is. */
            last_used_at: components["schemas"]["UnixSeconds"] | null;
            /** @description Null if the key does not expire. */
            expires_at: components["schemas"]["UnixSeconds"] | null;
            owner: components["schemas"]["ProjectKeyOwner"];
            /**
             * @description `revoked`: the key does not work, because its owner is disabled or was removed from the organization. The keys of a
             *     disabled owner work again when the owner is enabled. The status does not show whether the key has expired: see
             *     `expires_at`. `deleted` is only in the response to a creation that is repeated with its `Idempotency-Key` after the
             *     key was deleted.
             * @enum {string}
             */
            status: "active" | "revoked" | "deleted";
            /**
             * @description The user who handed the key over to the organization when its owner was removed. Null if the key still depends on
             *     its owner. Keys created with a handed-over key belong to the organization too.
             */
            kept_by: components["schemas"]["Id"] | null;
            /** @description True: the key is not accepted until it is enabled again. */
            disabled: boolean;
            /** @description The value before the last rotation, while it is still accepted. Else null. */
            previous: components["schemas"]["PreviousKeyValue"] | null;
            /** @description The permissions of the key, of those that its maker has. Null: all that its maker has. */
            scopes: components["schemas"]["Permissions"] | null;
            /** @description The models that the key may use, of those of the project. Null: all of them. */
            models: components["schemas"]["KeyModels"] | null;
            /** @description The networks from which the key is accepted. Null: from everywhere. */
            allowed_cidrs: components["schemas"]["Networks"] | null;
            /**
             * @description `active` if the owner still has access to the project.
             * @enum {string}
             */
            owner_project_access: "active" | "inactive";
            /** @description The limits of the key. The limits of its project apply too. */
            limits: components["schemas"]["EffectiveKeyLimits"];
            /** @description The tools that the key may call. The restriction of its project applies too. */
            mcp_tools: components["schemas"]["McpTools"];
            /** @description The key. It begins with `svcproj_`. */
            value: string;
        };
        /** @description A new user, with the link that sets the password. */
        CreatedUser: {
            id: components["schemas"]["Id"];
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "user";
            email: components["schemas"]["EmailAddress"];
            /**
             * @description `true` if the person proved to own the address, by a link that was mailed to it. A link that somebody handed over
             *     proves nothing: check who has the account before you give it rights.
             */
            email_verified: boolean;
            /** @description Null if unknown. */
            name: components["schemas"]["Name"] | null;
            /** @description `true` if the user is an admin, who manages all users, organizations and projects of the server. */
            is_admin: boolean;
            /** @description A disabled user cannot sign in. The user's tokens, and the keys that the user created, do not work. */
            disabled: boolean;
            /** @description The organization of requests without a `Compat-Organization` header. Null if the user has no organization yet. */
            default_organization_id: components["schemas"]["Id"] | null;
            /**
             * @description The number of working organization and project keys that depend on this user. They stop working when the user is
             *     disabled.
             */
            active_keys: components["schemas"]["Count"];
            created_at: components["schemas"]["UnixSeconds"];
            /** @description Hand this link to the user. Nobody can sign in to the account before a password is set. */
            password_link: components["schemas"]["PasswordLink"];
        };
        /** @description The server has had no writable database for longer than `SVC_DATABASE_LOST_SECONDS`. */
        DatabaseLost: {
            /**
             * @description Always `database_lost`.
             * @enum {string}
             */
            status: "database_lost";
        };
        /** @description A deleted resource. */
        DeletedAdminApiKey: {
            /** @description The id of the deleted resource. */
            id: components["schemas"]["Id"];
            /**
             * @description The object type, which says what was deleted.
             * @enum {string}
             */
            object: "organization.admin_api_key.deleted";
            /**
             * @description Always `true`.
             * @enum {boolean}
             */
            deleted: true;
        };
        /** @description A deleted resource. */
        DeletedConversation: {
            /** @description The id of the deleted resource. */
            id: components["schemas"]["Id"];
            /**
             * @description The object type, which says what was deleted.
             * @enum {string}
             */
            object: "conversation.deleted";
            /**
             * @description Always `true`.
             * @enum {boolean}
             */
            deleted: true;
        };
        /** @description A deleted resource. */
        DeletedGroup: {
            /** @description The id of the deleted resource. */
            id: components["schemas"]["Id"];
            /**
             * @description The object type, which says what was deleted.
             * @enum {string}
             */
            object: "group.deleted";
            /**
             * @description Always `true`.
             * @enum {boolean}
             */
            deleted: true;
        };
        /** @description A user who was taken from a group. */
        DeletedGroupUser: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "group.user.deleted";
            /**
             * @description Always `true`.
             * @enum {boolean}
             */
            deleted: true;
        };
        /** @description A deleted resource. */
        DeletedInvitation: {
            /** @description The id of the deleted resource. */
            id: components["schemas"]["Id"];
            /**
             * @description The object type, which says what was deleted.
             * @enum {string}
             */
            object: "invitation.deleted";
            /**
             * @description Always `true`.
             * @enum {boolean}
             */
            deleted: true;
        };
        /** @description A deleted resource. */
        DeletedInvite: {
            /** @description The id of the deleted resource. */
            id: components["schemas"]["Id"];
            /**
             * @description The object type, which says what was deleted.
             * @enum {string}
             */
            object: "organization.invite.deleted";
            /**
             * @description Always `true`.
             * @enum {boolean}
             */
            deleted: true;
        };
        /**
         * @description A removed member, with the effect on the keys that the member created in the organization.
         * @example {
         *       "id": "user_01KF0GD9Q3V5Z7X1C2B4N6M8KA",
         *       "object": "organization.user.deleted",
         *       "deleted": true,
         *       "revoked_keys": 2,
         *       "kept_keys": 0
         *     }
         */
        DeletedMember: {
            /** @description The id of the deleted resource. */
            id: components["schemas"]["Id"];
            /**
             * @description The object type, which says what was deleted.
             * @enum {string}
             */
            object: "organization.user.deleted";
            /**
             * @description Always `true`.
             * @enum {boolean}
             */
            deleted: true;
            /** @description The number of keys that stopped working: at once on this server, within 5 seconds on all others. */
            revoked_keys: components["schemas"]["Count"];
            /** @description The number of keys that were handed over to the organization. */
            kept_keys: components["schemas"]["Count"];
        };
        /** @description A deleted resource. */
        DeletedOrganization: {
            /** @description The id of the deleted resource. */
            id: components["schemas"]["Id"];
            /**
             * @description The object type, which says what was deleted.
             * @enum {string}
             */
            object: "organization.deleted";
            /**
             * @description Always `true`.
             * @enum {boolean}
             */
            deleted: true;
        };
        /** @description A deleted resource. */
        DeletedProjectApiKey: {
            /** @description The id of the deleted resource. */
            id: components["schemas"]["Id"];
            /**
             * @description The object type, which says what was deleted.
             * @enum {string}
             */
            object: "organization.project.api_key.deleted";
            /**
             * @description Always `true`.
             * @enum {boolean}
             */
            deleted: true;
        };
        /** @description A deleted resource. */
        DeletedProjectUser: {
            /** @description The id of the deleted resource. */
            id: components["schemas"]["Id"];
            /**
             * @description The object type, which says what was deleted.
             * @enum {string}
             */
            object: "organization.project.user.deleted";
            /**
             * @description Always `true`.
             * @enum {boolean}
             */
            deleted: true;
        };
        /** @description A deleted response. */
        DeletedResponse: {
            /** @description The id of the deleted response. */
            id: components["schemas"]["ResponseId"];
            /** @description The object type. */
            object: string;
            /** @description Always `true`. */
            deleted: boolean;
        } & {
            [key: string]: unknown;
        };
        /** @description A deleted resource. */
        DeletedRole: {
            /** @description The id of the deleted resource. */
            id: components["schemas"]["Id"];
            /**
             * @description The object type, which says what was deleted.
             * @enum {string}
             */
            object: "role.deleted";
            /**
             * @description Always `true`.
             * @enum {boolean}
             */
            deleted: true;
        };
        /** @description A removed spend limit. */
        DeletedSpendLimit: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "project.spend_limit.deleted";
            /**
             * @description Always `true`.
             * @enum {boolean}
             */
            deleted: true;
        };
        /** @description A deleted file. */
        DeletedStoredFile: {
            /** @description The id of the deleted file. */
            id: components["schemas"]["Id"];
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "file";
            /**
             * @description Always `true`.
             * @enum {boolean}
             */
            deleted: true;
        };
        /** @description A deleted resource. */
        DeletedVectorStore: {
            /** @description The id of the deleted resource. */
            id: components["schemas"]["Id"];
            /**
             * @description The object type, which says what was deleted.
             * @enum {string}
             */
            object: "vector_store.deleted";
            /**
             * @description Always `true`.
             * @enum {boolean}
             */
            deleted: true;
        };
        /** @description A deleted resource. */
        DeletedVectorStoreFile: {
            /** @description The id of the deleted resource. */
            id: components["schemas"]["Id"];
            /**
             * @description The object type, which says what was deleted.
             * @enum {string}
             */
            object: "vector_store.file.deleted";
            /**
             * @description Always `true`.
             * @enum {boolean}
             */
            deleted: true;
        };
        /** @description A file of the documents as text. */
        DocsText: string;
        /**
         * @description The check of one part of the installation.
         * @example {
         *       "part": "mail",
         *       "state": "failed",
         *       "message": "connect ECONNREFUSED 192.0.2.7:587. Check SVC_SMTP_URL: host, port, user and password, and smtps:// for servers that begin with TLS."
         *     }
         */
        DoctorCheck: {
            /** @description The name of the part: `database`, `mail`, `workers`. */
            part: string;
            /** @description The result. */
            state: components["schemas"]["DoctorState"];
            /** @description What was found, and what to do unless the state is `ok`. */
            message: string;
        };
        /** @description The checks of this server and of everything that it uses. */
        DoctorReport: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "doctor.report";
            /** @description `false` if a check has the state `failed`. */
            healthy: boolean;
            /** @description The time of the checks. */
            checked_at: components["schemas"]["UnixSeconds"];
            /** @description The checks. Upstreams and webhooks have one for each. */
            checks: components["schemas"]["DoctorCheck"][];
        };
        /**
         * @description The result of a check.
         * @enum {string}
         */
        DoctorState: "ok" | "warning" | "failed" | "skipped";
        /**
         * @description A form of this document for tools that read less of OpenAPI.
         * @enum {string}
         */
        DocumentForm: "openapi-3.0" | "ogen" | "progenitor" | "untyped-unions" | "rust" | "ruby";
        /**
         * Format: double
         * @description US dollars per million tokens.
         */
        DollarsPerMillion: number;
        /**
         * @description All limits of a project key. The server counts and enforces them like the limits of a project. Model calls that the
         *     server makes to index files count for the project only.
         */
        EffectiveKeyLimits: {
            /** @description Requests to the Project API per minute; null: no limit. */
            requests_per_minute: components["schemas"]["Count"] | null;
            /** @description Model tokens per minute; null: no limit. */
            tokens_per_minute: components["schemas"]["Count"] | null;
            /** @description Model tokens per day (UTC); null: no limit. */
            tokens_per_day: components["schemas"]["Count"] | null;
            /** @description Model tokens per month (UTC); null: no limit. */
            tokens_per_month: components["schemas"]["Count"] | null;
            /** @description The maximum cost of model calls per month (UTC), in US cents; null: no limit. */
            spend_per_month: components["schemas"]["Cents"] | null;
        };
        /**
         * @description All limits of a project.
         *
         *     The server reserves tokens before it sends a model call. For the input it reserves one token for three bytes, for an
         *     image a number that depends on its size. It adds the tokens of the response that `previous_response_id` names. For the
         *     output it reserves the maximum that the call sets, or else what recent calls of the model used.
         *
         *     A call is sent if the used and reserved tokens are below the limit. If only the reservations of running calls exceed
         *     the limit, the call gets 429 `rate_limit_exceeded` with `Retry-After: 1`. All servers together exceed a limit by at
         *     most one reservation, plus what running calls use beyond their reservations. The reservations of a killed server
         *     expire within a minute.
         */
        EffectiveProjectLimits: {
            /** @description Requests to the Project API per minute; null: no limit. */
            requests_per_minute: components["schemas"]["Count"] | null;
            /** @description Model tokens per minute; null: no limit. */
            tokens_per_minute: components["schemas"]["Count"] | null;
            /** @description Model tokens per day (UTC); null: no limit. */
            tokens_per_day: components["schemas"]["Count"] | null;
            /** @description Model tokens per month (UTC); null: no limit. */
            tokens_per_month: components["schemas"]["Count"] | null;
            /** @description Bytes in vector stores; null: no limit. */
            vector_store_bytes: components["schemas"]["Count"] | null;
            /** @description Bytes in files; null: no limit. */
            file_bytes: components["schemas"]["Count"] | null;
        };
        /**
         * Format: email-address
         * @description An e-mail address. The case of ASCII letters is ignored.
         * @example ada@example.com
         */
        EmailAddress: string;
        /** @description A text to embed. */
        EmbeddedText: string;
        /** @description One text or several, as strings or as the model's tokens. */
        EmbeddingInput: components["schemas"]["EmbeddedText"] | components["schemas"]["EmbeddingItems"];
        /** @description A text, the tokens of a text, or one token of a single text. */
        EmbeddingItem: components["schemas"]["EmbeddedText"] | components["schemas"]["TokenList"] | components["schemas"]["Token"];
        /** @description Texts, each as a string or as tokens, or the tokens of one text. An upstream may accept fewer items. */
        EmbeddingItems: components["schemas"]["EmbeddingItem"][];
        /** @description The vectors, in the order of the texts. */
        EmbeddingList: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "list";
            /** @description The vectors. */
            data: components["schemas"]["EmbeddingObject"][];
            /** @description The model that answered. */
            model: string;
            /** @description The usage of the call. */
            usage?: components["schemas"]["EmbeddingUsage"];
        } & {
            [key: string]: unknown;
        };
        /** @description The vector of one text. */
        EmbeddingObject: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "embedding";
            /** @description The index of the text in the input. */
            index: components["schemas"]["Count"];
            /** @description The vector. */
            embedding: components["schemas"]["EmbeddingValue"];
        } & {
            [key: string]: unknown;
        };
        /**
         * @description An embeddings request. Parameters that are not described here go to the upstream unchanged.
         * @example {
         *       "model": "svc-embedding-384",
         *       "input": "The quick brown fox",
         *       "encoding_format": "float",
         *       "dimensions": 384,
         *       "truncate": false
         *     }
         */
        EmbeddingRequest: {
            /** @description The id of the model; `GET /v1/models` lists the models. */
            model: components["schemas"]["KnownModelId"];
            /**
             * @description The texts to embed. The built-in model takes at most 2048 texts, none of them empty, with at most 8192 tokens each
             *     and 300000 together. Its tokenizer is cl100k_base. An upstream gets more texts than it takes at once (`max_inputs` of
             *     the model in its settings, 2048 by default) in several requests. A text that is longer than the `context_length` of
             *     the model in the settings gets 422; its tokens are counted with cl100k_base.
             */
            input: components["schemas"]["EmbeddingInput"];
            /**
             * @description The encoding of the vectors: numbers, or the base64 of little-endian 32-bit floats.
             * @enum {string}
             */
            encoding_format?: "float" | "base64";
            /**
             * Format: int32
             * @description The number of dimensions, for models that can shorten their vectors. The built-in model always returns 384.
             */
            dimensions?: number;
            /**
             * @description `true` cuts longer texts to the `context_length` of the model. If the settings of its upstreams name none, this
             *     parameter goes to the upstream.
             */
            truncate?: boolean | null;
        } & {
            [key: string]: unknown;
        };
        /** @description The usage of an embeddings request. */
        EmbeddingUsage: {
            /** @description Input tokens. */
            prompt_tokens: components["schemas"]["Count"];
            /** @description The same number: embedding has no output tokens. */
            total_tokens: components["schemas"]["Count"];
        } & {
            [key: string]: unknown;
        };
        /** @description A vector, in the requested encoding. */
        EmbeddingValue: components["schemas"]["Vector"] | components["schemas"]["Base64Vector"];
        /** @description Usage of embedding and reranking models. */
        EmbeddingsUsage: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "organization.usage.embeddings.result";
            /** @description Input tokens. */
            input_tokens: components["schemas"]["Count"];
            /** @description Requests that were sent to a model. */
            num_model_requests: components["schemas"]["Count"];
            /** @description Requests without a complete response. */
            num_failed_requests: components["schemas"]["Count"];
            /** @description The project. */
            project_id: components["schemas"]["Id"] | null;
            /** @description The user who sent the requests without a key. */
            user_id: components["schemas"]["Id"] | null;
            /** @description The key. */
            api_key_id: components["schemas"]["Id"] | null;
            /** @description The model, the path of a custom endpoint (`/v1/ocr`), or `mcp:PREFIX` of an MCP server. */
            model: components["schemas"]["ModelId"] | null;
        };
        /** @description The usage in a time span, as EmbeddingsUsage. */
        EmbeddingsUsageBucket: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "bucket";
            /** @description The start of the bucket. */
            start_time: components["schemas"]["UnixSeconds"];
            /** @description The end of the bucket, which is the start of the next one. */
            end_time: components["schemas"]["UnixSeconds"];
            /** @description One result per group. Empty if there was no usage. */
            results: components["schemas"]["EmbeddingsUsage"][];
        };
        /** @description Buckets of EmbeddingsUsage, in the order of time, without a gap. */
        EmbeddingsUsagePage: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "page";
            /** @description The buckets. */
            data: components["schemas"]["EmbeddingsUsageBucket"][];
            /** @description `true` if another page follows. */
            has_more: boolean;
            /** @description The cursor of the next page, to be sent as `page`. Null on the last page. */
            next_page: components["schemas"]["UsagePageCursor"] | null;
        };
        /**
         * @description The path of a custom endpoint, such as `/v1/ocr`. No segment may be empty, `.` or `..`, because such a path would
         *     never match.
         */
        EndpointPath: string;
        /** @description The rest of the path. It may have several segments; do not escape the slashes between them. */
        EndpointRest: string;
        /**
         * @description The body of every error except validation errors.
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
        ErrorCode: "malformed_request" | "headers_too_large" | "request_timeout" | "token_invalid" | "missing_api_key" | "invalid_api_key" | "token_expired" | "invalid_login" | "insufficient_permissions" | "address_not_allowed" | "invitation_email_mismatch" | "foreign_origin" | "mismatched_organization" | "mismatched_project" | "project_archived" | "endpoint_not_allowed" | "not_found" | "unknown_path" | "model_not_found" | "model_has_no_price" | "method_not_allowed" | "name_already_exists" | "email_already_exists" | "already_member" | "invitation_accepted" | "smtp_not_configured" | "organization_has_projects" | "accountable_owner" | "built_in_role" | "too_many_roles" | "user_disabled" | "own_account" | "last_admin" | "upload_not_pending" | "conversation_locked" | "response_not_cancellable" | "responses_not_stored" | "vector_store_expired" | "vector_store_too_large" | "setting_is_fixed" | "webhook_not_configured" | "webhook_disabled" | "idempotency_key_in_use" | "idempotency_key_reused" | "idempotency_answer_lost" | "body_too_large" | "unsupported_media_type" | "rate_limit_exceeded" | "file_bytes" | "vector_store_bytes" | "response_bytes" | "tokens_per_day" | "tokens_per_month" | "project_spend_limit_exceeded" | "internal_error" | "upstream_failed" | "unavailable" | "upstream_timeout" | "insufficient_storage";
        /** @description An error: what went wrong and what to do. */
        ErrorObject: {
            /** @description A sentence for people to read. */
            message: string;
            type: components["schemas"]["ErrorType"];
            /** @description The part of the request that caused the error, if one did. */
            param: string | null;
            /** @description The error code, for programs. */
            code: components["schemas"]["ErrorCode"] | null;
        };
        /**
         * @description The kind of error.
         * @enum {string}
         */
        ErrorType: "invalid_request_error" | "requests" | "tokens" | "insufficient_quota" | "server_error";
        /** @description The expiry policy of a vector store. */
        ExpirationPolicy: {
            /**
             * @description The lifetime starts at the last use of the store.
             * @enum {string}
             */
            anchor: "last_active_at";
            /**
             * Format: int32
             * @description The lifetime in days.
             */
            days: number;
        };
        /** @description The expiry policy of a vector store. */
        ExpirationPolicyRequest: {
            /**
             * @description The lifetime starts at the last use of the store.
             * @default last_active_at
             * @enum {string}
             */
            anchor: "last_active_at";
            /**
             * Format: int32
             * @description The lifetime in days.
             * @default 36500
             */
            days: number;
        };
        /**
         * Format: content-page
         * @description The cursor of the next page of a file's text: the position of its first piece.
         * @example page_2048
         */
        FileContentCursor: string;
        /** @description The number of files by status. */
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
        /** @description The expiry policy of a file. */
        FileExpiration: {
            /**
             * @description The lifetime starts at the creation of the file.
             * @enum {string}
             */
            anchor: "created_at";
            /**
             * Format: int32
             * @description The lifetime in seconds: 1 hour to 30 days.
             */
            seconds: number;
        };
        /** @description The id of a file of the project. */
        FileId: string;
        /**
         * @description The purpose of a file.
         * @enum {string}
         */
        FilePurpose: "assistants" | "batch" | "fine-tune" | "vision" | "user_data" | "evals";
        /** @description The ranking and the score threshold of the searches. */
        FileSearchRankingOptions: {
            /** @description By default `auto`. */
            ranker?: components["schemas"]["Ranker"];
            /**
             * Format: double
             * @description Results with a lower score are dropped. By default 0.
             */
            score_threshold?: number;
            /** @description The weights of `hybrid`; other rankers have none. By default they depend on a store's embedding model. */
            hybrid_search?: components["schemas"]["HybridSearchWeights"];
        };
        /**
         * @description Lets the model search vector stores of the project. This server runs the searches and gives the results to the model,
         *     in at most 10 rounds. The upstream sees a function instead of this tool, so any model that calls functions can use it.
         */
        FileSearchTool: {
            /**
             * @description The tool's type.
             * @enum {string}
             */
            type: "file_search";
            /** @description The vector stores to search. A request with an unknown store is refused before the model is called. */
            vector_store_ids: components["schemas"]["KnownVectorStoreId"][];
            /** @description The maximum number of results of one search, of all stores together. Null means 20. */
            max_num_results?: number | null;
            /** @description Searches only files that match the filter. */
            filters?: components["schemas"]["SearchFilter"] | null;
            /** @description The ranking and the score threshold of the searches. */
            ranking_options?: components["schemas"]["FileSearchRankingOptions"] | null;
        };
        /** @description Usage of the tool `file_search`. */
        FileSearchesUsage: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "organization.usage.file_searches.result";
            /** @description Searches that a model asked for. */
            num_requests: components["schemas"]["Count"];
            /** @description Searches that failed. */
            num_failed_requests: components["schemas"]["Count"];
            /** @description The project. */
            project_id: components["schemas"]["Id"] | null;
            /** @description The user who sent the requests without a key. */
            user_id: components["schemas"]["Id"] | null;
            /** @description The key. */
            api_key_id: components["schemas"]["Id"] | null;
            /** @description The model, the path of a custom endpoint (`/v1/ocr`), or `mcp:PREFIX` of an MCP server. */
            model: components["schemas"]["ModelId"] | null;
        };
        /** @description The usage in a time span, as FileSearchesUsage. */
        FileSearchesUsageBucket: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "bucket";
            /** @description The start of the bucket. */
            start_time: components["schemas"]["UnixSeconds"];
            /** @description The end of the bucket, which is the start of the next one. */
            end_time: components["schemas"]["UnixSeconds"];
            /** @description One result per group. Empty if there was no usage. */
            results: components["schemas"]["FileSearchesUsage"][];
        };
        /** @description Buckets of FileSearchesUsage, in the order of time, without a gap. */
        FileSearchesUsagePage: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "page";
            /** @description The buckets. */
            data: components["schemas"]["FileSearchesUsageBucket"][];
            /** @description `true` if another page follows. */
            has_more: boolean;
            /** @description The cursor of the next page, to be sent as `page`. Null on the last page. */
            next_page: components["schemas"]["UsagePageCursor"] | null;
        };
        /**
         * Format: label
         * @description A file's name, without a path.
         * @example handbook.pdf
         */
        Filename: string;
        /** @description Usage of file storage. */
        FilesUsage: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "organization.usage.files.result";
            /** @description The largest number of bytes stored during the bucket, sampled once an hour. */
            usage_bytes: components["schemas"]["Count"];
            /** @description The project. */
            project_id: components["schemas"]["Id"] | null;
            /** @description The user who sent the requests without a key. */
            user_id: components["schemas"]["Id"] | null;
            /** @description The key. */
            api_key_id: components["schemas"]["Id"] | null;
            /** @description The model, the path of a custom endpoint (`/v1/ocr`), or `mcp:PREFIX` of an MCP server. */
            model: components["schemas"]["ModelId"] | null;
        };
        /** @description The usage in a time span, as FilesUsage. */
        FilesUsageBucket: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "bucket";
            /** @description The start of the bucket. */
            start_time: components["schemas"]["UnixSeconds"];
            /** @description The end of the bucket, which is the start of the next one. */
            end_time: components["schemas"]["UnixSeconds"];
            /** @description One result per group. Empty if there was no usage. */
            results: components["schemas"]["FilesUsage"][];
        };
        /** @description Buckets of FilesUsage, in the order of time, without a gap. */
        FilesUsagePage: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "page";
            /** @description The buckets. */
            data: components["schemas"]["FilesUsageBucket"][];
            /** @description `true` if another page follows. */
            has_more: boolean;
            /** @description The cursor of the next page, to be sent as `page`. Null on the last page. */
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
             * @description The object type.
             * @enum {string}
             */
            object: "fine_tuning.worker";
            name: components["schemas"]["Name"];
            /**
             * @description `offline` if the last heartbeat is more than 60 seconds ago.
             * @enum {string}
             */
            status: "online" | "offline";
            /** @description The models that it can fine-tune. */
            models: components["schemas"]["ModelId"][];
            /** @description The time of the first heartbeat. */
            created_at: components["schemas"]["UnixSeconds"];
            /** @description The time of the last heartbeat. */
            last_seen_at: components["schemas"]["UnixSeconds"];
        };
        /** @description A page of the server's workers. */
        FineTuningWorkerList: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "list";
            /** @description The workers of this page, newest first. */
            data: components["schemas"]["FineTuningWorker"][];
            /** @description `true` if older workers follow. */
            has_more: boolean;
        };
        /**
         * @description A tool that the caller or the upstream runs, such as a function. It goes to the upstream unchanged. An upstream that
         *     has only chat completions gets functions: `function`, `custom`, `local_shell`, `tool_search` of the caller, and those
         *     of a `namespace`. It does not get other tools, and the response header `svc-ignored-tools` names them. If
         *     `tool_choice` demands such a tool, the answer is 422.
         */
        ForeignTool: {
            type: components["schemas"]["ForeignToolType"];
        } & {
            [key: string]: unknown;
        };
        /**
         * Format: foreign-tool
         * @description The type of a tool that the caller or the upstream runs: any type except `file_search`.
         */
        ForeignToolType: string;
        /**
         * @description A group of members of an organization. They have the roles of the group.
         * @example {
         *       "id": "group_01KF0GE8A2B4C6D8E1F3G5H7JK",
         *       "object": "group",
         *       "name": "Research",
         *       "created_at": 1768470400,
         *       "group_type": "group",
         *       "is_scim_managed": false
         *     }
         */
        Group: {
            id: components["schemas"]["Id"];
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "group";
            name: components["schemas"]["Name"];
            created_at: components["schemas"]["UnixSeconds"];
            /**
             * @description Always `group`.
             * @enum {string}
             */
            group_type: "group";
            /** @description `true` if a directory manages the group. */
            is_scim_managed: boolean;
        };
        /**
         * Format: group-id
         * @description A cursor in a list of groups.
         */
        GroupCursor: string;
        /** @description A page of Group rows. */
        GroupList: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["Group"][];
            /** @description The id of the first row; null if the page is empty. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null if the page is empty. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description `true` if more rows follow in the direction of paging. */
            has_more: boolean;
            /** @description `last_id` if more rows follow, else null. */
            next: components["schemas"]["Id"] | null;
        };
        /**
         * @description A group's name.
         * @example {
         *       "name": "Research"
         *     }
         */
        GroupRequest: {
            /** @description The name, which no other group of the organization has. */
            name: components["schemas"]["Name"];
        };
        /** @description A role that a group got. */
        GroupRole: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "group.role";
            role: components["schemas"]["Role"];
            group: components["schemas"]["RoleGroup"];
        };
        /**
         * @description A user of a group.
         * @example {
         *       "id": "user_01KF0GD9Q3V5Z7X1C2B4N6M8KA",
         *       "email": "grace@example.com",
         *       "name": "Grace Hopper",
         *       "is_service_account": false,
         *       "picture": null,
         *       "user_type": "user"
         *     }
         */
        GroupUser: {
            /** @description The user's id. */
            id: components["schemas"]["Id"];
            email: components["schemas"]["EmailAddress"];
            /** @description The display name; the e-mail address if it is unknown. */
            name: components["schemas"]["Name"];
            /** @description Always `false`. */
            is_service_account: boolean;
            /** @description Always null. */
            picture: null;
            /**
             * @description Always `user`.
             * @enum {string}
             */
            user_type: "user";
        };
        /** @description A page of GroupUser rows. */
        GroupUserList: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["GroupUser"][];
            /** @description The id of the first row; null if the page is empty. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null if the page is empty. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description `true` if more rows follow in the direction of paging. */
            has_more: boolean;
            /** @description `last_id` if more rows follow, else null. */
            next: components["schemas"]["Id"] | null;
        };
        /** @description The weights of the two scores that the ranker `hybrid` merges. At least one must be above 0. */
        HybridSearchWeights: {
            /** @description The weight of the similarity of vectors. */
            embedding_weight: components["schemas"]["SearchWeight"];
            /** @description The weight of the words. */
            text_weight: components["schemas"]["SearchWeight"];
        };
        /** @description An opaque identifier. Its prefix names the kind of resource, and identifiers sort in the order of creation. */
        Id: string;
        /** @description A compound filter within another. */
        InnerCompoundFilter: {
            /**
             * @description `and`: all filters must match. `or`: at least one must match.
             * @enum {string}
             */
            type: "and" | "or";
            /** @description The filters. */
            filters: components["schemas"]["InnermostSearchFilter"][];
        };
        /** @description A filter within a compound filter. */
        InnerSearchFilter: components["schemas"]["ComparisonFilter"] | components["schemas"]["MembershipFilter"] | components["schemas"]["InnerCompoundFilter"];
        /** @description A compound filter within a compound filter within another. */
        InnermostCompoundFilter: {
            /**
             * @description `and`: all filters must match. `or`: at least one must match.
             * @enum {string}
             */
            type: "and" | "or";
            /** @description The filters. */
            filters: components["schemas"]["AttributeFilter"][];
        };
        /** @description A filter within a compound filter within another. */
        InnermostSearchFilter: components["schemas"]["ComparisonFilter"] | components["schemas"]["MembershipFilter"] | components["schemas"]["InnermostCompoundFilter"];
        /** @description The input items of a response. */
        InputItemList: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "list";
            /** @description The items. */
            data: unknown[];
            /** @description The id of the first item; null if the list is empty. */
            first_id?: components["schemas"]["ResponseId"] | null;
            /** @description The id of the last item; null if the list is empty. */
            last_id?: components["schemas"]["ResponseId"] | null;
            /** @description `true` if more items follow. */
            has_more: boolean;
        } & {
            [key: string]: unknown;
        };
        /** @description A message of a conversation. */
        InputMessage: {
            /**
             * @description The author of the message.
             * @enum {string}
             */
            role: "user" | "assistant" | "system";
            /**
             * @description A text, or a list of content blocks, each with a `type`: `text`, `image` (base64 or URL), `tool_use`, `tool_result`,
             *     `thinking`, and others. For upstreams with chat completions the server translates `text`, `image`, `tool_use`,
             *     `tool_result`, `search_result`, `tool_reference`, `document` (text, content or base64), and the `thinking` of the
             *     current turn. A source `{type: "file", file_id}` with the id of a file of this project becomes the file's bytes. The
             *     server leaves out other `thinking`, `redacted_thinking`, and the calls and results of tools that Anthropic's servers
             *     run. Other types get 400.
             * @example How warm is it in Paris?
             */
            content: unknown;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description An invitation to an organization. Its link works once.
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
            /** @description The user who sent the invitation. The link stops working if this user may no longer manage the organization. */
            inviter_id: components["schemas"]["Id"];
            invited_email: components["schemas"]["EmailAddress"];
            organization_id: components["schemas"]["Id"];
            expiration_time: components["schemas"]["UnixSeconds"];
            /**
             * @description `true` if the invited address has no account yet. For a used invitation: `true` if the invitation created the
             *     account.
             */
            create_account: boolean;
            /** @description The token of the link with its middle replaced by dots. Only the link itself contains the full token. */
            token: string;
            /** @description `true` if the invitation was used. */
            used: boolean;
        };
        /**
         * Format: invitation-id
         * @description A cursor in a list of invitations.
         */
        InvitationCursor: string;
        /**
         * @description A new invitation, with its link. The link is shown only in this response.
         * @example {
         *       "id": "inv_01KF0GB4T2XH6W4M1N8Q9R7S5E",
         *       "invited_email": "grace@example.com",
         *       "organization_id": "org_01KF0FX1B1ET11BJZ2BDTPTVRC",
         *       "expiration_time": 1769074800,
         *       "create_account": true,
         *       "url": "https://svc.example.com/panel/register#token=svcinvitation_0Yl3hTqVb8KdXw5RmZ2cJ7nPfA1sGuE9oLiQ4tHxDyBvC6kWjN"
         *     }
         */
        InvitationLink: {
            id: components["schemas"]["Id"];
            invited_email: components["schemas"]["EmailAddress"];
            organization_id: components["schemas"]["Id"];
            expiration_time: components["schemas"]["UnixSeconds"];
            /** @description `true` if the invited address has no account yet: the link then creates the account. */
            create_account: boolean;
            /** @description The URL of the panel's page that accepts the invitation. The link works once. */
            url: string;
        };
        /** @description A page of Invitation rows. */
        InvitationList: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["Invitation"][];
            /** @description The id of the first row; null if the page is empty. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null if the page is empty. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description `true` if more rows follow in the direction of paging. */
            has_more: boolean;
            /** @description The number of rows on all pages. It is absent without `include_total=true`. */
            total?: components["schemas"]["Count"];
        };
        /**
         * @description The details of an invitation link.
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
            /** @description `true` if the address has no account yet: register with the link. Otherwise sign in and accept. */
            create_account: boolean;
        };
        /**
         * @description The token of the link that was opened.
         * @example {
         *       "token": "svcinvitation_0Yl3hTqVb8KdXw5RmZ2cJ7nPfA1sGuE9oLiQ4tHxDyBvC6kWjN"
         *     }
         */
        InvitationTokenRequest: {
            token: components["schemas"]["LinkToken"];
        };
        /**
         * @description An invitation to an organization, in the form of the public API.
         * @example {
         *       "id": "inv_01KF0GB4T2XH6W4M1N8Q9R7S5E",
         *       "object": "organization.invite",
         *       "email": "grace@example.com",
         *       "role": "reader",
         *       "status": "pending",
         *       "created_at": 1768470000,
         *       "expires_at": 1769074800,
         *       "accepted_at": null,
         *       "projects": []
         *     }
         */
        Invite: {
            id: components["schemas"]["Id"];
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "organization.invite";
            email: components["schemas"]["EmailAddress"];
            /**
             * @description The role that the person gets. `reader` is a member.
             * @enum {string}
             */
            role: "owner" | "reader";
            /**
             * @description `accepted`: the link was used. `pending`: it can be used. `expired`: it cannot be used any more.
             * @enum {string}
             */
            status: "accepted" | "pending" | "expired";
            created_at: components["schemas"]["UnixSeconds"];
            expires_at: components["schemas"]["UnixSeconds"];
            /** @description Null until the invite is accepted. */
            accepted_at: components["schemas"]["UnixSeconds"] | null;
            /** @description Always empty: members reach the projects of the organization. */
            projects: components["schemas"]["InviteProject"][];
        };
        /** @description A page of Invite rows. */
        InviteList: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["Invite"][];
            /** @description The id of the first row; null if the page is empty. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null if the page is empty. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description `true` if more rows follow in the direction of paging. */
            has_more: boolean;
            /** @description The number of rows on all pages. It is absent without `include_total=true`. */
            total?: components["schemas"]["Count"];
        };
        /** @description A project that an invited person gets a role in. */
        InviteProject: {
            /** @description The project. */
            id: components["schemas"]["Id"];
            /**
             * @description The role in the project.
             * @enum {string}
             */
            role: "member" | "owner";
        };
        /** @description A name or an index on the path to the value. */
        IssueLocation: string;
        /**
         * Format: key-id
         * @description A cursor in a list of keys.
         */
        KeyCursor: string;
        /**
         * Format: int64
         * @description The lifetime of a key in seconds, counted from the request.
         */
        KeyLifetime: number;
        /**
         * @description The limits of a project key. The limits of its project apply too. A missing member leaves the limit unchanged; a new
         *     key then has no such limit. Null removes the limit.
         */
        KeyLimits: {
            /** @description Requests to the Project API per minute. */
            requests_per_minute?: components["schemas"]["Count"] | null;
            /** @description Model tokens per minute. */
            tokens_per_minute?: components["schemas"]["Count"] | null;
            /** @description Model tokens per day (UTC). */
            tokens_per_day?: components["schemas"]["Count"] | null;
            /** @description Model tokens per month (UTC). */
            tokens_per_month?: components["schemas"]["Count"] | null;
            /** @description The maximum cost of model calls per month (UTC), in US cents. */
            spend_per_month?: components["schemas"]["Cents"] | null;
        };
        /** @description Models. They must also be among the models of the project. */
        KeyModels: components["schemas"]["ModelId"][];
        /** @description Models. They must also be among the models of the project. */
        KeyModelsItem: components["schemas"]["ModelId"][];
        /**
         * Format: int32
         * @description The time for which the old value of a rotated key is accepted, in seconds: at most a week.
         */
        KeyOverlap: number;
        /** @description The user who created the key. */
        KeyOwner: {
            /**
             * @description Always `user`: a key belongs to the user who created it.
             * @enum {string}
             */
            type: "user";
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "organization.user";
            id: components["schemas"]["Id"];
            /** @description Null if unknown. */
            name: components["schemas"]["Name"] | null;
            created_at: components["schemas"]["UnixSeconds"];
            /**
             * @description The user's role in the organization now, which is also what the key may do. `owner` for an admin, and for a user who
             *     has left.
             */
            role: components["schemas"]["OrganizationRole"];
        };
        /** @description The id of a conversation of this project. */
        KnownConversationId: string;
        /** @description The id of an existing model. */
        KnownModelId: string;
        /**
         * @description The id of a response of this project.
         * @example resp_01KF0G6RZ5V8T4N2K9C7M3B1XA
         */
        KnownResponseId: string;
        /** @description The id of a vector store of this project. */
        KnownVectorStoreId: string;
        /**
         * Format: password
         * @description The single-use token of a mailed link.
         */
        LinkToken: string;
        /**
         * @description The e-mail address and password of an account.
         * @example {
         *       "email": "ada@example.com",
         *       "password": "correct horse battery"
         *     }
         */
        LoginRequest: {
            /** @description The e-mail address of the account. The case of ASCII letters is ignored. */
            email: components["schemas"]["EmailAddress"];
            /** @description The account's password. */
            password: components["schemas"]["Password"];
        };
        /**
         * @description An access token for requests and a refresh token for the next pair. Both are shown only in this response.
         * @example {
         *       "access_token": "svcuser_xmOSZZrwocLApDv4SX3FQYPVIZ88ZKy6p1MaFcmKGN747cgcb",
         *       "refresh_token": "svcuserrefresh_0wgT3KrKUg7oNJAOVw1NqjCinHNFontNn67PkaojYi54PnlWI",
         *       "token_type": "bearer",
         *       "access_expires_at": 1768473000,
         *       "refresh_expires_at": 1771061400
         *     }
         */
        LoginTokens: {
            /** @description The access token. It begins with `svcuser_`. */
            access_token: string;
            /** @description The refresh token. It works once, and only for `POST /auth/refresh`. It begins with `svcuserrefresh_`. */
            refresh_token: string;
            /**
             * @description The tokens are sent as `Authorization: Bearer <token>`.
             * @enum {string}
             */
            token_type: "bearer";
            access_expires_at: components["schemas"]["UnixSeconds"];
            /** @description The time when the session ends. Refreshing does not extend it. */
            refresh_expires_at: components["schemas"]["UnixSeconds"];
        };
        /** @description One thing that needs the attention of an owner. */
        Matter: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "organization.matter";
            type: components["schemas"]["MatterType"];
            /** @description The project; null for a key of the organization. */
            project_id: components["schemas"]["Id"] | null;
            /** @description The name of the project. */
            project_name: components["schemas"]["Name"] | null;
            /** @description The vector store or the key; null if the project itself is meant. */
            subject_id: components["schemas"]["Id"] | null;
            /** @description The name of the vector store or of the key. */
            subject_name: string | null;
            /** @description The number of failed files of a vector store; else null. */
            file_count: components["schemas"]["Count"] | null;
            /** @description The time of the expiry, or of the last failed delivery; else null. */
            at: components["schemas"]["UnixSeconds"] | null;
            /** @description The cost of this month, if the type is about a spend limit; else null. */
            spent: components["schemas"]["Amount"] | null;
            /** @description The spend limit, if the type is about one; else null. */
            threshold_amount: components["schemas"]["Cents"] | null;
        };
        /**
         * @description A thing that needs the attention of an owner.
         * @enum {string}
         */
        MatterType: "vector_store.files_failed" | "vector_store.expired" | "webhook.failed" | "api_key.expires_soon" | "api_key.expired" | "spend_limit.near" | "spend_limit.reached";
        /** @description The first segment of an MCP server's path. */
        McpPrefix: string;
        /** @description The prefixes of MCP servers. */
        McpPrefixList: components["schemas"]["McpPrefix"][];
        /** @description `all`, or a list of MCP servers. */
        McpPrefixes: "all" | components["schemas"]["McpPrefixList"];
        /** @description The name of a tool of an MCP server. */
        McpToolName: string;
        /** @description The tools of an MCP server that may be called. An empty list means none. */
        McpToolNames: components["schemas"]["McpToolName"][];
        /**
         * @description The tools of MCP servers that may be called, by the prefix of the server. All tools of other servers may be called,
         *     so `{}` is no restriction.
         */
        McpTools: {
            [key: string]: components["schemas"]["McpToolNames"];
        };
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
         *       "email_verified": true,
         *       "is_admin": false,
         *       "active_keys": 2
         *     }
         */
        Member: {
            /** @description The user's id. */
            id: components["schemas"]["Id"];
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "organization.user";
            added_at: components["schemas"]["UnixSeconds"];
            email: components["schemas"]["EmailAddress"];
            /** @description The user's display name; null if unknown. */
            name: components["schemas"]["Name"] | null;
            role: components["schemas"]["OrganizationRole"];
            /**
             * @description `true` if the person proved to own the address, by a link that was mailed to it. Only owners, their organization keys
             *     and admins see this.
             */
            email_verified?: boolean;
            /**
             * @description `true` if the user is an admin of the server and thus has access to every organization, whatever the role. Only
             *     owners, their organization keys and admins see this.
             */
            is_admin?: boolean;
            /**
             * @description The number of working keys of the organization and its projects that depend on this member. Only owners, their
             *     organization keys and admins see this.
             */
            active_keys?: components["schemas"]["Count"];
        };
        /** @description A page of Member rows. */
        MemberList: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["Member"][];
            /** @description The id of the first row; null if the page is empty. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null if the page is empty. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description `true` if more rows follow in the direction of paging. */
            has_more: boolean;
            /** @description The number of rows on all pages. It is absent without `include_total=true`. */
            total?: components["schemas"]["Count"];
        };
        /** @description Checks whether an attribute of a file is in a list. A file without the attribute matches only `nin`. */
        MembershipFilter: {
            /**
             * @description `in`: the list contains the value. `nin`: the list does not contain it.
             * @enum {string}
             */
            type: "in" | "nin";
            key: components["schemas"]["AttributeName"];
            /** @description The list. */
            value: components["schemas"]["AttributeValues"];
        };
        /** @description A message of the model. */
        Message: {
            /** @description The id of the message. */
            id: string;
            /**
             * @description The object type.
             * @enum {string}
             */
            type: "message";
            /**
             * @description The author of the message.
             * @enum {string}
             */
            role: "assistant";
            /** @description The model that answered. */
            model: string;
            /** @description The content blocks. */
            content: components["schemas"]["AnswerBlock"][];
            /**
             * @description The reason why the answer ends: `end_turn`, `max_tokens`, `stop_sequence`, `tool_use`, `refusal`, or another reason
             *     of the upstream.
             */
            stop_reason: string | null;
            /** @description The stop sequence that ended the answer, if the upstream names it. */
            stop_sequence: string | null;
            usage: components["schemas"]["MessageUsage"];
        } & {
            [key: string]: unknown;
        };
        /** @description A content block of a request. */
        MessageBlock: {
            /** @description The kind of block. */
            type: string;
            /** @description The text of a `text` block. */
            text?: components["schemas"]["MessageText"];
        } & {
            [key: string]: unknown;
        };
        /** @description The content blocks of a message. */
        MessageBlocks: components["schemas"]["MessageBlock"][];
        /** @description A text, or a list of content blocks. */
        MessageContent: components["schemas"]["MessageText"] | components["schemas"]["MessageBlocks"];
        /** @description Data about the request. */
        MessageMetadata: {
            /** @description An id of the end user, which upstreams with chat completions get as `user`. */
            user_id?: string | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description A model, in the form of Anthropic's API.
         * @example {
         *       "id": "svc-embedding-384",
         *       "type": "model",
         *       "display_name": "svc-embedding-384",
         *       "created_at": "2026-11-01T00:00:00Z",
         *       "max_input_tokens": 8192,
         *       "max_tokens": null,
         *       "capabilities": null,
         *       "lifecycle": "active",
         *       "deprecated_at": null,
         *       "retires_at": null,
         *       "line": null
         *     }
         */
        MessageModel: {
            id: components["schemas"]["ModelId"];
            /**
             * @description The object type.
             * @enum {string}
             */
            type: "model";
            /** @description The id. */
            display_name: components["schemas"]["ModelId"];
            /** @description The creation time; 1970-01-01T00:00:00Z if it is unknown. */
            created_at: components["schemas"]["UtcTime"];
            /** @description The context length in tokens; null if unknown. */
            max_input_tokens: components["schemas"]["Count"] | null;
            /** @description The most output tokens. Always null: unknown. */
            max_tokens: components["schemas"]["Count"] | null;
            /** @description The capabilities. Always null: unknown. */
            capabilities: {
                [key: string]: unknown;
            } | null;
            /**
             * @description Always `active`.
             * @enum {string}
             */
            lifecycle: "active";
            /** @description The time of the deprecation. Always null. */
            deprecated_at: components["schemas"]["UtcTime"] | null;
            /** @description The time of the retirement. Always null. */
            retires_at: components["schemas"]["UtcTime"] | null;
            /** @description The line of models. Always null. */
            line: string | null;
        };
        /** @description A page of the models that the project may use. */
        MessageModelList: {
            /** @description The models, in the order of `GET /v1/models`. */
            data: components["schemas"]["MessageModel"][];
            /** @description The id of the first model of the page; null if it has none. */
            first_id: components["schemas"]["ModelId"] | null;
            /** @description The id of the last model of the page; null if it has none. */
            last_id: components["schemas"]["ModelId"] | null;
            /** @description `true` if more models follow in the direction of the walk. */
            has_more: boolean;
        };
        /**
         * @description A request for a message. Further parameters go to an Anthropic upstream unchanged. `thread` and the id of a
         *     `container` are refused, because the upstream cannot tell projects apart.
         *
         *     For an upstream with chat completions the server translates `output_config` (a JSON schema, and the effort) and
         *     `top_k`. It ignores `cache_control`, `service_tier`, `context_management` and `diagnostics`. Any other parameter that it
         *     cannot translate gets 400.
         * @example {
         *       "model": "gpt-oss-120b",
         *       "max_tokens": 1024,
         *       "system": "Answer in one sentence.",
         *       "messages": [
         *         {
         *           "role": "user",
         *           "content": "How warm is it in Paris?"
         *         }
         *       ],
         *       "tools": [
         *         {
         *           "name": "weather",
         *           "description": "Tells the weather of a city.",
         *           "input_schema": {
         *             "type": "object",
         *             "properties": {
         *               "city": {
         *                 "type": "string"
         *               }
         *             },
         *             "required": [
         *               "city"
         *             ]
         *           }
         *         }
         *       ],
         *       "tool_choice": {
         *         "type": "auto"
         *       },
         *       "thinking": {
         *         "type": "disabled"
         *       },
         *       "stream": true,
         *       "stop_sequences": [
         *         "END"
         *       ],
         *       "temperature": 0.5,
         *       "top_p": 0.9,
         *       "top_k": 40,
         *       "metadata": {
         *         "user_id": "user-7"
         *       }
         *     }
         */
        MessageRequest: {
            /** @description The id of the model; `GET /v1/models` lists the models. */
            model: components["schemas"]["KnownModelId"];
            /** @description The conversation so far. */
            messages: components["schemas"]["InputMessage"][];
            /**
             * @description Instructions: a text, or a list of text blocks.
             * @example Answer in one sentence.
             */
            system?: unknown;
            /**
             * @description The tools that the model may call, each with `name`, `description` and `input_schema`. Upstreams with chat
             *     completions get them as functions. Tools that Anthropic's servers run, or whose schema they define, such as
             *     `web_search_20250305`, need an Anthropic upstream: other upstreams do not get them, and the response header
             *     `svc-ignored-tools` names them. If `tool_choice` demands such a tool, the answer is 400.
             * @example [
             *       {
             *         "name": "weather",
             *         "input_schema": {
             *           "type": "object"
             *         }
             *       }
             *     ]
             */
            tools?: unknown;
            /**
             * @description Whether the model has to call a tool: `{type, name, disable_parallel_tool_use}`. `type` is `auto`, `any`, `tool` (with
             *     its `name`) or `none`.
             * @example {
             *       "type": "auto"
             *     }
             */
            tool_choice?: unknown;
            /**
             * @description Whether the model thinks before it answers: `{type, budget_tokens}`. `type` is `enabled`, `adaptive` or `disabled`.
             *     Upstreams with chat completions get the budget as `reasoning_effort`: `low` below 4096 tokens, `medium` below 16384
             *     tokens, else `high`. Their reasoning becomes a `thinking` block if this parameter is
             *     sent and `type` is not `disabled`.
             * @example {
             *       "type": "disabled"
             *     }
             */
            thinking?: unknown;
            /**
             * Format: int32
             * @description The maximum number of output tokens.
             */
            max_tokens: number;
            /** @description `true` streams the response as server-sent events. */
            stream?: boolean | null;
            /** @description Texts that end the answer. */
            stop_sequences?: components["schemas"]["StopSequence"][];
            /** @description The randomness of the answer. */
            temperature?: number | null;
            /** @description Nucleus sampling: only the most likely tokens whose probabilities add up to this value are considered. */
            top_p?: number | null;
            /** @description Only this many of the most likely tokens are considered. */
            top_k?: number | null;
            /** @description Data about the request. */
            metadata?: components["schemas"]["MessageMetadata"] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A text. */
        MessageText: string;
        /** @description The mode of the model's thinking. */
        MessageThinking: {
            /** @description `enabled`, `adaptive` or `disabled`. */
            type: string;
            /**
             * Format: int32
             * @description The maximum number of tokens for thinking.
             */
            budget_tokens?: number;
        } & {
            [key: string]: unknown;
        };
        /** @description The number of input tokens. */
        MessageTokenCount: {
            /** @description Input tokens. */
            input_tokens: components["schemas"]["Count"];
        } & {
            [key: string]: unknown;
        };
        /** @description A tool that the model may call. */
        MessageTool: {
            /** @description The name of the tool. */
            name: string;
            /** @description The description that the model reads. */
            description?: components["schemas"]["MessageText"];
            /** @description The JSON schema of the input. */
            input_schema?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description The mode of tool calls, with the tool that the model must call. */
        MessageToolChoice: {
            /** @description `auto`, `any`, `tool` or `none`. */
            type: string;
            /** @description The tool to call, with `tool`. */
            name?: string;
            /** @description `true` makes the model call at most one tool at a time. */
            disable_parallel_tool_use?: boolean;
        } & {
            [key: string]: unknown;
        };
        /** @description The usage of a call. */
        MessageUsage: {
            /** @description Input tokens, without those of the prompt cache. */
            input_tokens: components["schemas"]["Count"];
            /** @description Output tokens. */
            output_tokens: components["schemas"]["Count"];
            /** @description Input tokens that were read from the prompt cache. */
            cache_read_input_tokens?: components["schemas"]["Count"] | null;
            /** @description Input tokens that were written to the prompt cache. */
            cache_creation_input_tokens?: components["schemas"]["Count"] | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description The body of every error of the Messages API.
         * @example {
         *       "type": "error",
         *       "error": {
         *         "type": "not_found_error",
         *         "message": "There is no model 'large' here. GET /v1/models lists the models.",
         *         "param": "model",
         *         "code": "model_not_found"
         *       },
         *       "request_id": "req_01KF0G4CP9QX2AXWQ6CRBPS9XZ"
         *     }
         */
        MessagesErrorBody: {
            /**
             * @description The object type.
             * @enum {string}
             */
            type: "error";
            error: components["schemas"]["MessagesErrorObject"];
            /** @description The id of the request, which the header `request-id` has too. */
            request_id: string;
            /** @description All failures of a request that violates its schema, at most 50. `error` has the first failure. */
            detail?: components["schemas"]["ValidationIssue"][];
        };
        /** @description The details of an error, for Anthropic's SDKs. */
        MessagesErrorDetails: {
            /**
             * @description The server keeps no conversation. The SDK then sends the whole conversation, without `thread`.
             * @enum {string}
             */
            error_code: "thread_unsupported_request";
            /** @description The parameters that are not supported. */
            unsupported: "thread"[];
        };
        /** @description An error: what went wrong and what to do. */
        MessagesErrorObject: {
            type: components["schemas"]["MessagesErrorType"];
            /** @description A sentence for people to read. */
            message: string;
            /** @description The part of the request that caused the error, if one did. */
            param: string | null;
            /** @description Tells the SDK to send the request in another form. */
            details?: components["schemas"]["MessagesErrorDetails"];
            /**
             * @description The code that other operations use for the same error (`ErrorCode`), `validation_error`, or the upstream's own
             *     code.
             */
            code: string | null;
        };
        /**
         * @description The kind of error, as in Anthropic's API.
         * @enum {string}
         */
        MessagesErrorType: "invalid_request_error" | "authentication_error" | "permission_error" | "not_found_error" | "request_too_large" | "rate_limit_error" | "overloaded_error" | "timeout_error" | "api_error";
        /** @description Up to 16 key-value pairs of the caller. */
        Metadata: {
            [key: string]: components["schemas"]["MetadataValue"];
        };
        /** @description A string in metadata. */
        MetadataText: string;
        /** @description A metadata value. */
        MetadataValue: components["schemas"]["MetadataText"] | number | boolean;
        /** @description Metrics in Prometheus text format. */
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
             * @description The object type.
             * @enum {string}
             */
            object: "model";
            created: components["schemas"]["UnixSeconds"];
            /** @description The owner, as the upstream reports it: by default the name of the upstream. `svc` for the models of this server. */
            owned_by: string;
            /** @description Present with `additional_data=true`. */
            additional_data?: components["schemas"]["ModelDetails"];
        };
        /** @description A description of a model. */
        ModelDescription: string;
        /** @description Additional data about a model. */
        ModelDetails: {
            /**
             * @description The kind of model.
             * @enum {string}
             */
            kind: "chat" | "embedding" | "rerank" | "unknown";
            /** @description The name of the upstream that serves the model; null if this server does. */
            upstream: components["schemas"]["Name"] | null;
            /** @description The context length in tokens; null if unknown. */
            context_length: components["schemas"]["Count"] | null;
            /** @description The number of dimensions of an embedding model's vectors, or null. */
            dimensions: components["schemas"]["Count"] | null;
            /** @description The upstream's price. Null if no price is configured: calls then cost nothing. */
            price: components["schemas"]["ModelPrice"] | null;
            /** @description A description, for the models that this server runs itself; null for the models of upstreams. */
            description: components["schemas"]["ModelDescription"] | null;
            /** @description `true` if new vector stores use this embedding model. */
            embeds_new_stores: boolean;
        };
        /** @description The id of a model. */
        ModelId: string;
        /** @description All models that the project may use, in one page. */
        ModelList: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "list";
            /** @description All models. */
            data: components["schemas"]["Model"][];
        };
        /** @description The price of a model. */
        ModelPrice: {
            /** @description The price of input tokens. */
            input: components["schemas"]["DollarsPerMillion"];
            /** @description The price of output tokens. */
            output: components["schemas"]["DollarsPerMillion"];
            /** @description The price of input tokens that are read from the prompt cache. */
            cached_input: components["schemas"]["DollarsPerMillion"];
            /** @description The price of input tokens that are written to the prompt cache. */
            cache_write: components["schemas"]["DollarsPerMillion"];
            /** @description The price of audio input tokens. */
            audio_input: components["schemas"]["DollarsPerMillion"];
            /** @description The price of reasoning tokens. */
            reasoning: components["schemas"]["DollarsPerMillion"];
            /** @description The price of audio output tokens. */
            audio_output: components["schemas"]["DollarsPerMillion"];
        };
        /**
         * @description A model's response, as the upstream sent it, or translated from its chat completion. A response that this server makes
         *     combines all rounds: `output` has a `file_search_call` for each search, and `usage` is the sum of all rounds. Its
         *     messages have annotations of type `file_citation`, whose `index` counts Unicode characters of the text.
         */
        ModelResponse: {
            /** @description The id of the response, assigned by the upstream; by this server for a response that it makes or translates. */
            id: components["schemas"]["ResponseId"];
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "response";
            /**
             * Format: double
             * @description The creation time.
             */
            created_at: number;
            /** @description The status: `completed`, `in_progress`, `queued`, `failed`, `incomplete` or `cancelled`. */
            status?: string;
            /** @description The model that answers. */
            model: string;
            /** @description The output items. */
            output: unknown[];
        } & {
            [key: string]: unknown;
        };
        /**
         * @description The changes to a vector store. Missing fields stay unchanged.
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
            /** @description The new name. Null removes the name. */
            name?: components["schemas"]["VectorStoreName"] | null;
            /** @description Null means the default of 36500 days. */
            expires_after?: components["schemas"]["ExpirationPolicyRequest"] | null;
            /** @description The new pairs, which replace all old ones. Null removes them. */
            metadata?: components["schemas"]["Metadata"] | null;
        };
        /**
         * Format: name
         * @description A display name. It has 1 to 255 characters, not only white space, and no control characters, line separators or
         *     characters that change the text direction.
         * @example Ada Lovelace
         */
        Name: string;
        /**
         * Format: network
         * @description A network in CIDR notation.
         * @example 203.0.113.0/24
         */
        Network: string;
        /** @description Networks in CIDR notation. */
        Networks: components["schemas"]["Network"][];
        /** @description Networks in CIDR notation. */
        NetworksItem: components["schemas"]["Network"][];
        /**
         * Format: password
         * @description A new password: 12 to 128 characters of any kind. Common passwords are refused. The server stores an argon2id hash.
         */
        NewPassword: string;
        /** @description Success. */
        Ok: {
            /**
             * @description Always `ok`.
             * @enum {string}
             */
            status: "ok";
        };
        /**
         * @description The order of a list, by creation time.
         * @enum {string}
         */
        Order: "asc" | "desc";
        /**
         * @description The owner of projects, keys and members.
         * @example {
         *       "id": "org_01KF0FX1B1ET11BJZ2BDTPTVRC",
         *       "created_at": 1768469464,
         *       "name": "Analytical Engines",
         *       "owner_id": "user_01KF0FV2V10WPQDKJBN821WAWP",
         *       "project_access": "all"
         *     }
         */
        Organization: {
            id: components["schemas"]["Id"];
            created_at: components["schemas"]["UnixSeconds"];
            name: components["schemas"]["Name"];
            /** @description The accountable owner. By default this is the user who created the organization. */
            owner_id: components["schemas"]["Id"];
            project_access: components["schemas"]["ProjectAccess"];
        };
        /**
         * Format: organization-id
         * @description A cursor in a list of organizations.
         */
        OrganizationCursor: string;
        /** @description An organization in an envelope. */
        OrganizationEnvelope: {
            organization: components["schemas"]["Organization"];
        };
        /** @description A page of Organization rows. */
        OrganizationList: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["Organization"][];
            /** @description The id of the first row; null if the page is empty. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null if the page is empty. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description `true` if more rows follow in the direction of paging. */
            has_more: boolean;
            /** @description The number of rows on all pages. It is absent without `include_total=true`. */
            total?: components["schemas"]["Count"];
        };
        /**
         * @description The state of an organization, or of one of its projects.
         * @example {
         *       "object": "organization.overview",
         *       "project_count": 3,
         *       "vector_store_bytes": 52310,
         *       "file_bytes": 20480,
         *       "matters": [
         *         {
         *           "object": "organization.matter",
         *           "type": "vector_store.files_failed",
         *           "project_id": "proj_01KF0G4CP9QX2AXWQ6CRBPS9XZ",
         *           "project_name": "Search",
         *           "subject_id": "vs_01KF0G4CP9QX2AXWQ6CRBPS9XZ",
         *           "subject_name": "Handbook",
         *           "file_count": 2,
         *           "at": null,
         *           "spent": null,
         *           "threshold_amount": null
         *         }
         *       ],
         *       "has_more": false
         *     }
         */
        OrganizationOverview: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "organization.overview";
            /** @description The number of active projects. */
            project_count: components["schemas"]["Count"];
            /** @description The size of the vector stores of all projects now, in bytes. Archived projects count too. */
            vector_store_bytes: components["schemas"]["Count"];
            /** @description The size of the files of all projects now, in bytes. Archived projects count too. */
            file_bytes: components["schemas"]["Count"];
            /** @description The things that need attention in the active projects and the organization's keys, the most urgent types first. */
            matters: components["schemas"]["Matter"][];
            /** @description `true` if more than 100 things need attention. */
            has_more: boolean;
        };
        /**
         * @description A user's role in an organization: an `owner` manages it, a `member` works in its projects.
         * @enum {string}
         */
        OrganizationRole: "owner" | "member";
        /**
         * @description The settings of an organization.
         * @example {
         *       "object": "organization.settings",
         *       "project_access": "all"
         *     }
         */
        OrganizationSettings: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "organization.settings";
            project_access: components["schemas"]["ProjectAccess"];
        };
        /** @description A page, module, style sheet or image of the panel. */
        PanelText: string;
        /**
         * Format: password
         * @description An existing password, exactly as it was set.
         */
        Password: string;
        /**
         * @description A link by which a user sets a password. The link is shown only in this response.
         * @example {
         *       "url": "https://svc.example.com/panel/reset#token=svcreset_0Yl3hTqVb8KdXw5RmZ2cJ7nPfA1sGuE9oLiQ4tHxDyBvC6kWjN",
         *       "expires_at": 1768473000
         *     }
         */
        PasswordLink: {
            /**
             * @description The URL of the panel's page that sets the password. The link works once, and replaces the previous link. It does not
             *     work while the admin who created it is disabled or no admin.
             */
            url: string;
            expires_at: components["schemas"]["UnixSeconds"];
        };
        /**
         * @description The account that a reset link belongs to.
         * @example {
         *       "email": "ada@example.com"
         *     }
         */
        PasswordReset: {
            email: components["schemas"]["EmailAddress"];
        };
        /**
         * @description A permission in an organization or a project. Each of their operations needs exactly one: `x-access` names it.
         * @enum {string}
         */
        Permission: "conversations.read" | "conversations.write" | "endpoints.request" | "files.read" | "files.write" | "groups.read" | "groups.write" | "invitations.read" | "invitations.write" | "keys.read" | "keys.write" | "limits.read" | "limits.write" | "mcp.request" | "model.request" | "models.read" | "organization_keys.read" | "organization_keys.write" | "projects.read" | "projects.write" | "responses.read" | "responses.write" | "roles.read" | "roles.write" | "audit_log.read" | "usage.read" | "users.read" | "users.write" | "vector_stores.read" | "vector_stores.write" | "webhooks.read" | "webhooks.write" | "workers.read";
        /** @description Permissions. A key or role has no others. */
        Permissions: components["schemas"]["Permission"][];
        /** @description Permissions. A key or role has no others. */
        PermissionsItem: components["schemas"]["Permission"][];
        /** @description The value of a key before its last rotation. */
        PreviousKeyValue: {
            /** @description The value with its middle replaced by dots. */
            redacted_value: string;
            /** @description Null if the value was never used. */
            last_used_at: components["schemas"]["UnixSeconds"] | null;
            /** @description The time when the value ends. */
            expires_at: components["schemas"]["UnixSeconds"];
        };
        /**
         * @description A project of an organization. Models, endpoints, vector stores and files are used through a project.
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
         *       "mcp_tools": {
         *         "docs": [
         *           "search"
         *         ]
         *       },
         *       "limits": {
         *         "requests_per_minute": 600,
         *         "tokens_per_minute": null,
         *         "tokens_per_day": null,
         *         "tokens_per_month": null,
         *         "vector_store_bytes": null,
         *         "file_bytes": null
         *       },
         *       "has_spend_limit": false,
         *       "webhook_url": "https://hooks.example.com/svc",
         *       "webhook_secret": "••••••••",
         *       "webhook_signing": "literal",
         *       "webhook_disabled_at": null,
         *       "spend_threshold_events": false,
         *       "store_responses": true
         *     }
         */
        Project: {
            id: components["schemas"]["Id"];
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "organization.project";
            created_at: components["schemas"]["UnixSeconds"];
            organization_id: components["schemas"]["Id"];
            name: components["schemas"]["Name"];
            status: components["schemas"]["ProjectStatus"];
            /** @description Null while the project is active. */
            archived_at: components["schemas"]["UnixSeconds"] | null;
            /** @description The models that the project may use. An empty list means all. */
            models: components["schemas"]["ModelId"][];
            /** @description The custom endpoints that the project may use. An empty list means all. */
            custom_endpoints: components["schemas"]["EndpointPath"][];
            /** @description The MCP servers that the project may use. */
            mcp_prefixes: components["schemas"]["McpPrefixes"];
            mcp_tools: components["schemas"]["McpTools"];
            limits: components["schemas"]["EffectiveProjectLimits"];
            /** @description Whether the project has a monthly spend limit. Only owners, organization keys and admins can read the amount. */
            has_spend_limit: boolean;
            /**
             * @description The URL that receives the project's events; null if the project has no webhook. Only owners, their organization keys
             *     and admins see its query, which is masked for others.
             */
            webhook_url: components["schemas"]["WebhookUrl"] | null;
            /** @description The webhook secret. Only the response that creates the project shows it; later it is masked. Null if there is none. */
            webhook_secret: string | null;
            webhook_signing: components["schemas"]["WebhookSigning"];
            /**
             * @description The time when the server disabled the webhook; null while it is enabled. The server disables a webhook if no
             *     delivery succeeded for five days, or if `svc secrets reset` removed its secret, which is then null. An update with
             *     `webhook_url` enables it again. If there is no secret, send a `webhook_secret` too.
             */
            webhook_disabled_at: components["schemas"]["UnixSeconds"] | null;
            /** @description Whether the webhook also receives `project.spend_threshold` events. */
            spend_threshold_events: boolean;
            /** @description Whether responses and conversations of the project are stored. */
            store_responses: boolean;
        };
        /**
         * @description The projects that members of an organization reach. `all`: every project, as members of it. `assigned`: those in which
         *     they or one of their groups have a role. Owners reach all.
         * @enum {string}
         */
        ProjectAccess: "all" | "assigned";
        /**
         * @description A key with access to one project.
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
         *       "disabled": false,
         *       "previous": null,
         *       "scopes": null,
         *       "models": null,
         *       "allowed_cidrs": null,
         *       "owner_project_access": "active",
         *       "limits": {
         *         "requests_per_minute": null,
         *         "tokens_per_minute": null,
         *         "tokens_per_day": 1000000,
         *         "tokens_per_month": null,
         *         "spend_per_month": 5000
         *       },
         *       "mcp_tools": {}
         *     }
         */
        ProjectApiKey: {
            id: components["schemas"]["Id"];
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "organization.project.api_key";
            name: components["schemas"]["Name"];
            /** @description The key with its middle replaced by dots. */
            redacted_value: string;
            created_at: components["schemas"]["UnixSeconds"];
            /** @description Null until the key is first used, and after a rotation until its new value is. */
            last_used_at: components["schemas"]["UnixSeconds"] | null;
            /** @description Null if the key does not expire. */
            expires_at: components["schemas"]["UnixSeconds"] | null;
            owner: components["schemas"]["ProjectKeyOwner"];
            /**
             * @description `revoked`: the key does not work, because its owner is disabled or was removed from the organization. The keys of a
             *     disabled owner work again when the owner is enabled. The status does not show whether the key has expired: see
             *     `expires_at`. `deleted` is only in the response to a creation that is repeated with its `Idempotency-Key` after the
             *     key was deleted.
             * @enum {string}
             */
            status: "active" | "revoked" | "deleted";
            /**
             * @description The user who handed the key over to the organization when its owner was removed. Null if the key still depends on
             *     its owner. Keys created with a handed-over key belong to the organization too.
             */
            kept_by: components["schemas"]["Id"] | null;
            /** @description True: the key is not accepted until it is enabled again. */
            disabled: boolean;
            /** @description The value before the last rotation, while it is still accepted. Else null. */
            previous: components["schemas"]["PreviousKeyValue"] | null;
            /** @description The permissions of the key, of those that its maker has. Null: all that its maker has. */
            scopes: components["schemas"]["PermissionsItem"] | null;
            /** @description The models that the key may use, of those of the project. Null: all of them. */
            models: components["schemas"]["KeyModelsItem"] | null;
            /** @description The networks from which the key is accepted. Null: from everywhere. */
            allowed_cidrs: components["schemas"]["NetworksItem"] | null;
            /**
             * @description `active` if the owner still has access to the project.
             * @enum {string}
             */
            owner_project_access: "active" | "inactive";
            /** @description The limits of the key. The limits of its project apply too. */
            limits: components["schemas"]["EffectiveKeyLimits"];
            /** @description The tools that the key may call. The restriction of its project applies too. */
            mcp_tools: components["schemas"]["McpTools"];
        };
        /** @description A page of ProjectApiKey rows. */
        ProjectApiKeyList: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["ProjectApiKey"][];
            /** @description The id of the first row; null if the page is empty. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null if the page is empty. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description `true` if more rows follow in the direction of paging. */
            has_more: boolean;
            /** @description The number of rows on all pages. It is absent without `include_total=true`. */
            total?: components["schemas"]["Count"];
        };
        /**
         * Format: project-id
         * @description A cursor in a list of projects.
         */
        ProjectCursor: string;
        /**
         * @description The type of any event of a project.
         * @enum {string}
         */
        ProjectEventType: "vector_store.file_batch.completed" | "vector_store.file_batch.cancelled" | "vector_store.file_batch.failed" | "project.spend_threshold";
        /**
         * @description A group that has a role in a project.
         * @example {
         *       "id": "group_01KF0GE8A2B4C6D8E1F3G5H7JK",
         *       "object": "project.group",
         *       "project_id": "proj_01KF0G0WCHRK34H1GGF5TREFPF",
         *       "group_id": "group_01KF0GE8A2B4C6D8E1F3G5H7JK",
         *       "group_name": "Research",
         *       "group_type": "group",
         *       "created_at": 1768470500
         *     }
         */
        ProjectGroup: {
            /** @description The group's id. */
            id: components["schemas"]["Id"];
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "project.group";
            project_id: components["schemas"]["Id"];
            /** @description The group's id, as the public API names it. */
            group_id: components["schemas"]["Id"];
            group_name: components["schemas"]["Name"];
            /**
             * @description Always `group`.
             * @enum {string}
             */
            group_type: "group";
            /** @description The time when the group got its first role in the project. */
            created_at: components["schemas"]["UnixSeconds"];
        };
        /** @description A page of ProjectGroup rows. */
        ProjectGroupList: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["ProjectGroup"][];
            /** @description The id of the first row; null if the page is empty. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null if the page is empty. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description `true` if more rows follow in the direction of paging. */
            has_more: boolean;
            /** @description `last_id` if more rows follow, else null. */
            next: components["schemas"]["Id"] | null;
        };
        /** @description The owner of a project key. */
        ProjectKeyOwner: {
            /**
             * @description Always `user`: a key belongs to the user who created it.
             * @enum {string}
             */
            type: "user";
            user: components["schemas"]["ProjectKeyUser"];
        };
        /** @description The user who created a project key. */
        ProjectKeyUser: {
            id: components["schemas"]["Id"];
            email: components["schemas"]["EmailAddress"];
            /** @description Null if unknown. */
            name: components["schemas"]["Name"] | null;
            created_at: components["schemas"]["UnixSeconds"];
            role: components["schemas"]["OrganizationRole"];
        };
        /** @description The limits of a project. Null means no limit. */
        ProjectLimits: {
            /** @description Requests to the Project API per minute. */
            requests_per_minute?: components["schemas"]["Count"] | null;
            /** @description Model tokens per minute. */
            tokens_per_minute?: components["schemas"]["Count"] | null;
            /** @description Model tokens per day (UTC). */
            tokens_per_day?: components["schemas"]["Count"] | null;
            /** @description Model tokens per month (UTC). */
            tokens_per_month?: components["schemas"]["Count"] | null;
            /** @description Bytes in vector stores. */
            vector_store_bytes?: components["schemas"]["Count"] | null;
            /** @description Bytes in files. */
            file_bytes?: components["schemas"]["Count"] | null;
        };
        /** @description A page of Project rows. */
        ProjectList: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["Project"][];
            /** @description The id of the first row; null if the page is empty. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null if the page is empty. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description `true` if more rows follow in the direction of paging. */
            has_more: boolean;
            /** @description The number of rows on all pages. It is absent without `include_total=true`. */
            total?: components["schemas"]["Count"];
        };
        /**
         * @description An `archived` project refuses all requests to the Project API. It can be made `active` again.
         * @enum {string}
         */
        ProjectStatus: "active" | "archived";
        /**
         * @description A user who has a role in a project by themselves.
         * @example {
         *       "id": "user_01KF0GD9Q3V5Z7X1C2B4N6M8KA",
         *       "object": "organization.project.user",
         *       "added_at": 1768470500,
         *       "role": "member",
         *       "email": "grace@example.com",
         *       "name": "Grace Hopper"
         *     }
         */
        ProjectUser: {
            /** @description The user's id. */
            id: components["schemas"]["Id"];
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "organization.project.user";
            added_at: components["schemas"]["UnixSeconds"];
            /** @description The name of the highest built-in role, or else of the oldest own role. */
            role: components["schemas"]["Name"];
            email: components["schemas"]["EmailAddress"];
            /** @description The display name; null if unknown. */
            name: components["schemas"]["Name"] | null;
        };
        /** @description A page of ProjectUser rows. */
        ProjectUserList: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["ProjectUser"][];
            /** @description The id of the first row; null if the page is empty. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null if the page is empty. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description `true` if more rows follow in the direction of paging. */
            has_more: boolean;
        };
        /** @description A document to rank. */
        RankedDocument: {
            /** @description The text. */
            text: components["schemas"]["RankedText"];
        } & {
            [key: string]: unknown;
        };
        /** @description A text to rank. */
        RankedText: string;
        /** @description How results are ranked: by a ranker of this server, or by a reranking model. */
        Ranker: components["schemas"]["SearchRanker"] | components["schemas"]["RerankerId"];
        /** @description The ranking and the score threshold of a search. */
        RankingOptions: {
            /** @default auto */
            ranker: components["schemas"]["Ranker"];
            /**
             * Format: double
             * @description Results with a lower score are dropped. Scores of one ranker are comparable between searches.
             * @default 0
             */
            score_threshold: number;
            /** @description The weights of `hybrid`; other rankers have none. By default they depend on the store's embedding model. */
            hybrid_search?: components["schemas"]["HybridSearchWeights"];
        };
        /** @description The readiness of the server and of its dependencies. */
        Readiness: {
            /**
             * @description `ready` if the server can serve requests.
             * @enum {string}
             */
            status: "ready" | "unavailable";
            /** @description The dependencies of the server. */
            checks: components["schemas"]["ReadinessChecks"];
        };
        /** @description The result of each check. */
        ReadinessChecks: {
            /**
             * @description `ok` if the database completes a write within 2 s.
             * @enum {string}
             */
            database: "ok" | "unavailable";
            /**
             * @description The RabbitMQ broker. Present only if a broker is configured.
             * @enum {string}
             */
            broker?: "ok" | "unavailable";
        };
        /** @description The API reference as HTML. */
        ReferenceText: string;
        /**
         * @description A new account for the invited address.
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
        /** @description A group that was removed from a project. */
        RemovedProjectGroup: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "project.group.deleted";
            /**
             * @description Always `true`.
             * @enum {boolean}
             */
            deleted: true;
        };
        /** @description A role that a user or a group lost. */
        RemovedRole: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "user.role.deleted" | "group.role.deleted";
            /**
             * @description Always `true`.
             * @enum {boolean}
             */
            deleted: true;
        };
        /**
         * @description How requests are grouped.
         * @enum {string}
         */
        RequestsGroup: "project_id" | "user_id" | "api_key_id" | "model" | "mcp_tool";
        /** @description Requests to the Project API, of every kind. */
        RequestsUsage: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "organization.usage.requests.result";
            /** @description Requests that got a response. */
            num_requests: components["schemas"]["Count"];
            /** @description Requests that got an error response. */
            num_failed_requests: components["schemas"]["Count"];
            /** @description The project. */
            project_id: components["schemas"]["Id"] | null;
            /** @description The user who sent the requests without a key. */
            user_id: components["schemas"]["Id"] | null;
            /** @description The key. */
            api_key_id: components["schemas"]["Id"] | null;
            /** @description The model, the path of a custom endpoint (`/v1/ocr`), or `mcp:PREFIX` of an MCP server. */
            model: components["schemas"]["ModelId"] | null;
            /**
             * @description The tool of an MCP server that the requests called, as `PREFIX/TOOL`. Null if the report is not grouped by it, and
             *     for all other requests. `PREFIX/(other)` stands for the tools after the first 200 of a project in a day.
             */
            mcp_tool: string | null;
        };
        /** @description The usage in a time span, as RequestsUsage. */
        RequestsUsageBucket: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "bucket";
            /** @description The start of the bucket. */
            start_time: components["schemas"]["UnixSeconds"];
            /** @description The end of the bucket, which is the start of the next one. */
            end_time: components["schemas"]["UnixSeconds"];
            /** @description One result per group. Empty if there was no usage. */
            results: components["schemas"]["RequestsUsage"][];
        };
        /** @description Buckets of RequestsUsage, in the order of time, without a gap. */
        RequestsUsagePage: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "page";
            /** @description The buckets. */
            data: components["schemas"]["RequestsUsageBucket"][];
            /** @description `true` if another page follows. */
            has_more: boolean;
            /** @description The cursor of the next page, to be sent as `page`. Null on the last page. */
            next_page: components["schemas"]["UsagePageCursor"] | null;
        };
        /** @description A document: a text, or an object with a text. */
        RerankInput: components["schemas"]["RankedText"] | components["schemas"]["RankedDocument"];
        /**
         * @description A reranking request. Parameters that are not described here go to the upstream unchanged.
         * @example {
         *       "model": "bge-reranker-v2-m3",
         *       "query": "Where is the key?",
         *       "documents": [
         *         "The key hangs behind the clock.",
         *         "The engine has 25,000 parts."
         *       ],
         *       "top_n": 1,
         *       "return_documents": true
         *     }
         */
        RerankRequest: {
            /** @description The id of the model; `GET /v1/models` lists the models. */
            model: components["schemas"]["KnownModelId"];
            /** @description The query that the documents are ranked for. */
            query: components["schemas"]["RankedText"];
            /** @description The documents, each a text or an object with a `text`. An upstream may accept fewer. */
            documents: components["schemas"]["RerankInput"][];
            /** @description The maximum number of results; all documents if it is left out. */
            top_n?: number | null;
            /** @description `true` adds the document to each result. */
            return_documents?: boolean | null;
        } & {
            [key: string]: unknown;
        };
        /** @description The documents in the order of their relevance, as the upstream sent them. */
        RerankResponse: {
            /** @description The results, best first. */
            results: components["schemas"]["RerankResult"][];
        } & {
            [key: string]: unknown;
        };
        /** @description How relevant a document is. */
        RerankResult: {
            /** @description The index of the document in the request. */
            index: components["schemas"]["Count"];
            /**
             * Format: double
             * @description The relevance. Only scores of one model are comparable.
             */
            relevance_score: number;
            /** @description The document, in the upstream's form. */
            document?: unknown;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description The id of a reranking model of an upstream, which has `/v1/rerank`. The model scores the best results of `hybrid`: four
         *     times `max_num_results`, and at least 50. Each query is a call of the model, with its usage and limits. The logistic
         *     function maps scores outside of 0 to 1 into that range.
         */
        RerankerId: string;
        /**
         * @description Which files of a vector store are read again.
         * @example {
         *       "changed": true
         *     }
         */
        RereadVectorStoreRequest: {
            /**
             * @description True: files whose text comes out the same keep their chunks, and no embeddings are computed for them.
             * @default false
             */
            changed: boolean;
        };
        /** @description A conversation: its id, or an object with the id. */
        ResponseConversation: components["schemas"]["KnownConversationId"] | components["schemas"]["ConversationReference"];
        /**
         * @description The id of a response.
         * @example resp_01KF0G6RZ5V8T4N2K9C7M3B1XA
         */
        ResponseId: string;
        /** @description Additional output to include, such as `message.output_text.logprobs`. The upstream defines the values. */
        ResponseIncludable: string;
        /** @description The number of input tokens of a request. */
        ResponseInputTokens: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "response.input_tokens";
            /** @description Input tokens. */
            input_tokens: components["schemas"]["Count"];
        };
        /**
         * @description A request whose input tokens are counted.
         * @example {
         *       "model": "gpt-oss-120b",
         *       "input": "Where is the key to the engine room?",
         *       "previous_response_id": null,
         *       "conversation": null,
         *       "tools": []
         *     }
         */
        ResponseInputTokensRequest: {
            /** @description The id of the model; `GET /v1/models` lists the models. */
            model: components["schemas"]["KnownModelId"];
            /** @description A text, or a list of items, as in a request for a response. */
            input?: unknown;
            /** @description The response to continue from. Its items count too. */
            previous_response_id?: components["schemas"]["KnownResponseId"] | null;
            /** @description The conversation that the response would continue. Its items count too. */
            conversation?: components["schemas"]["ResponseConversation"] | null;
            /** @description The tools that the model may call. */
            tools?: components["schemas"]["ResponseTool"][] | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description A request for a response. Parameters that are not described here go to the upstream unchanged. If the upstream has
         *     only chat completions, the request is translated, and a parameter that has no translation is refused with 422.
         *
         *     This server makes the response itself in four cases: the request has the tool `file_search`, it has a `conversation`,
         *     it continues a response that this server made, or all upstreams of the model lack `/v1/responses`. The server then
         *     sends the whole conversation to the upstream, and stores the response. All other requests go to the upstream, which
         *     stores its responses itself.
         * @example {
         *       "model": "gpt-oss-120b",
         *       "input": "Where is the key to the engine room?",
         *       "stream": false,
         *       "store": false,
         *       "background": false,
         *       "previous_response_id": null,
         *       "conversation": null,
         *       "tools": [
         *         {
         *           "type": "file_search",
         *           "vector_store_ids": [
         *             "vs_01KEZP8SEHYW3YB53FKMTR0YJB"
         *           ],
         *           "max_num_results": 5,
         *           "filters": {
         *             "type": "eq",
         *             "key": "language",
         *             "value": "en"
         *           },
         *           "ranking_options": {
         *             "ranker": "auto",
         *             "score_threshold": 0.2,
         *             "hybrid_search": {
         *               "embedding_weight": 0.7,
         *               "text_weight": 0.3
         *             }
         *           }
         *         }
         *       ],
         *       "include": [
         *         "file_search_call.results"
         *       ],
         *       "max_tool_calls": 3
         *     }
         */
        ResponseRequest: {
            /** @description The id of the model; `GET /v1/models` lists the models. */
            model: components["schemas"]["KnownModelId"];
            /**
             * @description A text, or a list of items. `{ "type": "item_reference", "id": … }` stands for an item of a stored response or of a
             *     conversation of the project. Parts may name files of the project by `file_id`: the model gets their bytes, and the
             *     bytes count towards the limit of the body.
             */
            input?: unknown;
            /** @description `true` streams the response as server-sent events. */
            stream?: boolean | null;
            /**
             * @description `true`, the default, stores the response, so that it can be read and continued later. This server stores its own
             *     responses for `SVC_RESPONSES_RETENTION_DAYS` (30 by default) after they were last continued. It stores none
             *     if the project's `store_responses` is `false`.
             */
            store?: boolean | null;
            /**
             * @description `true` answers at once with a response that is `queued`. Read it until its status is `completed`, `incomplete`,
             *     `failed` or `cancelled`. A background response of this server is always stored. With `stream`, its events are sent
             *     when it has ended. If the caller disconnects, `getResponse` sends the events again.
             */
            background?: boolean | null;
            /**
             * @description The response to continue from. It must belong to this project. The model reads the input and output of that response
             *     and of all responses before it again.
             */
            previous_response_id?: components["schemas"]["KnownResponseId"] | null;
            /**
             * @description The conversation that the response continues: the model reads the conversation's items before the input. The input
             *     and the output are added to the conversation when the response has ended. One response at a time can continue a
             *     conversation. Cannot be combined with `previous_response_id`.
             */
            conversation?: components["schemas"]["ResponseConversation"] | null;
            /** @description The tools that the model may call; at most one of them is a `file_search`. */
            tools?: components["schemas"]["ResponseTool"][] | null;
            /** @description Additional output. This server adds `file_search_call.results`; the upstream defines the other values. */
            include?: components["schemas"]["ResponseIncludable"][] | null;
            /**
             * @description The maximum number of calls of built-in tools. Further calls of `file_search` are ignored. In one round of the model,
             *     20 searches run; further ones fail.
             */
            max_tool_calls?: number | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A tool that the model may call. */
        ResponseTool: components["schemas"]["ForeignTool"] | components["schemas"]["FileSearchTool"];
        /**
         * @description A secret of the configuration.
         * @example {
         *       "path": "worker.token",
         *       "value": "a-secret-that-workers-know"
         *     }
         */
        RevealedSetting: {
            /** @description The path of the secret. */
            path: components["schemas"]["ConfigPath"];
            /** @description The plaintext value, or an empty string if the secret is not set. */
            value: string;
        };
        /**
         * @description A list of permissions. Users and groups have it in an organization or a project.
         * @example {
         *       "id": "role_01KF0GE2M4N6P8Q1R3S5T7V9WX",
         *       "object": "role",
         *       "name": "Auditor",
         *       "description": "Reads usage and the audit log.",
         *       "permissions": [
         *         "audit_log.read",
         *         "usage.read"
         *       ],
         *       "predefined_role": false,
         *       "resource_type": "api.organization"
         *     }
         */
        Role: {
            id: components["schemas"]["Id"];
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "role";
            name: components["schemas"]["Name"];
            /** @description Null if the role has none. */
            description: components["schemas"]["RoleDescription"] | null;
            permissions: components["schemas"]["PermissionsItem"];
            /** @description `true` for a built-in role, which does not change. */
            predefined_role: boolean;
            /**
             * @description `api.project`: the role is assigned in the one project that has it.
             * @enum {string}
             */
            resource_type: "api.organization" | "api.project";
        };
        /**
         * Format: role-id
         * @description A cursor in a list of roles.
         */
        RoleCursor: string;
        /** @description The description of a role. */
        RoleDescription: string;
        /** @description The group that got a role. */
        RoleGroup: {
            id: components["schemas"]["Id"];
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "group";
            name: components["schemas"]["Name"];
            created_at: components["schemas"]["UnixSeconds"];
            /** @description `true` if a directory manages the group. */
            scim_managed: boolean;
        };
        /** @description A page of Role rows. */
        RoleList: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["Role"][];
            /** @description The id of the first row; null if the page is empty. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null if the page is empty. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description `true` if more rows follow in the direction of paging. */
            has_more: boolean;
            /** @description `last_id` if more rows follow, else null. */
            next: components["schemas"]["Id"] | null;
        };
        /** @description The user who defined a role. */
        RoleMaker: {
            id: components["schemas"]["Id"];
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "user";
        };
        /**
         * @description The rotation of a key.
         * @example {
         *       "overlap_seconds": 86400
         *     }
         */
        RotateKeyRequest: {
            /**
             * @description The old value is accepted for this time beside the new one. With 0 it ends at once.
             * @default 86400
             */
            overlap_seconds: components["schemas"]["KeyOverlap"];
        };
        /** @description A filter on the attributes of files. */
        SearchFilter: components["schemas"]["ComparisonFilter"] | components["schemas"]["MembershipFilter"] | components["schemas"]["CompoundFilter"];
        /** @description Several queries. */
        SearchQueries: components["schemas"]["SearchQuery"][];
        /** @description A search query in plain text. */
        SearchQuery: string;
        /** @description One query or several. */
        SearchQueryInput: components["schemas"]["SearchQuery"] | components["schemas"]["SearchQueries"];
        /**
         * @description How results are ranked.
         * @enum {string}
         */
        SearchRanker: "auto" | "default-2024-11-15" | "none" | "hybrid" | "vector" | "keyword";
        /** @description A search result: a chunk of a file. */
        SearchResult: {
            /** @description The file that contains the chunk. */
            file_id: components["schemas"]["Id"];
            filename: components["schemas"]["Filename"];
            /** @description The position of the chunk among the chunks of its file, from 0. The file's content lists them in this order. */
            chunk_index: components["schemas"]["Count"];
            /**
             * Format: double
             * @description The relevance of the chunk, from 0 to 1.
             */
            score: number;
            /** @description The file's attributes. */
            attributes: components["schemas"]["Metadata"];
            /** @description The text of the chunk. */
            content: components["schemas"]["SearchResultText"][];
        };
        /** @description The text of a search result. */
        SearchResultText: {
            /**
             * @description The content type.
             * @enum {string}
             */
            type: "text";
            /** @description The complete chunk. */
            text: string;
        };
        /** @description The results of a search, best first. */
        SearchResultsPage: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "vector_store.search_results.page";
            /** @description The queries that were searched for: the rewritten ones with `rewrite_query`. */
            search_query: components["schemas"]["SearchQueries"];
            /** @description The results. A file can have several results, one per chunk. */
            data: components["schemas"]["SearchResult"][];
            /**
             * @description Always `false`: the page contains all results.
             * @enum {boolean}
             */
            has_more: false;
            /** @description Always null. */
            next_page: string | null;
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
         *         "score_threshold": 0.2,
         *         "hybrid_search": {
         *           "embedding_weight": 0.7,
         *           "text_weight": 0.3
         *         }
         *       }
         *     }
         */
        SearchVectorStoreRequest: {
            /** @description One query or several. With several queries, a result gets its best score of all queries. */
            query: components["schemas"]["SearchQueryInput"];
            /**
             * Format: int32
             * @description The maximum number of results.
             * @default 10
             */
            max_num_results: number;
            /**
             * @description `true` lets a model rewrite each query before the search; `search_query` has the result. The operator names the model
             *     in `SVC_SEARCH_REWRITE_MODEL`; without one the query stays unchanged, and the response header `svc-ignored-fields` has
             *     the value `rewrite_query`. Each query is a call of the model, with its usage and limits. If the model
             *     fails, or takes more than `SVC_SEARCH_REWRITE_TIMEOUT_SECONDS` (10 by default), the query stays unchanged.
             * @default false
             */
            rewrite_query: boolean;
            /** @description Searches only files that match the filter. */
            filters?: components["schemas"]["SearchFilter"];
            ranking_options?: components["schemas"]["RankingOptions"];
        };
        /**
         * Format: double
         * @description A weight. Only the ratio of the two weights matters.
         */
        SearchWeight: number;
        /**
         * @description A new spend limit.
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
             * @description A calendar month in UTC.
             * @default month
             * @enum {string}
             */
            interval: "month";
        };
        /** @description A setting and the source of its value. */
        SettingProvenance: {
            /** @description The path of the setting in the configuration. */
            path: components["schemas"]["ConfigPath"];
            /** @description The source of the value. */
            source: components["schemas"]["ConfigSource"];
            /** @description The environment variable of the setting, or null. */
            env: components["schemas"]["ConfigPath"] | null;
            /** @description `true` if the value is a secret, which is masked. */
            secret: boolean;
            /** @description `true` if the setting can be changed while the server runs. */
            live: boolean;
            /** @description A description of the setting. */
            about: string;
            /** @description The source of the value that applies after a reset: `file` or `environment` if they set it, else `default`. */
            reset_source: components["schemas"]["ConfigSource"];
            /** @description The time of the change; null if the source is not `stored`. */
            updated_at: components["schemas"]["UnixSeconds"] | null;
            /** @description The user who made the change. */
            updated_by: components["schemas"]["Id"] | null;
        };
        /**
         * @description The state of the server's set-up.
         * @example {
         *       "needed": true
         *     }
         */
        Setup: {
            /** @description `true` as long as the server has no account. */
            needed: boolean;
        };
        /** @description Whether the spend limit currently refuses model calls. */
        SpendEnforcement: {
            /**
             * @description `enforcing` after the month's calls have reached the limit, until the month ends (UTC) or the limit is raised.
             * @enum {string}
             */
            status: "inactive" | "enforcing";
        };
        /**
         * @description The monthly spend limit of a project: the total cost of its model calls, at the prices of the upstreams.
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
             * @description The object type.
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
             * @description A calendar month in UTC.
             * @enum {string}
             */
            interval: "month";
            enforcement: components["schemas"]["SpendEnforcement"];
        };
        /** @description The size of chunks. */
        StaticChunking: {
            /**
             * Format: int32
             * @description The number of tokens that neighbouring chunks share: at most half of `max_chunk_size_tokens`.
             */
            chunk_overlap_tokens: number;
            /**
             * Format: int32
             * @description The maximum number of tokens in a chunk.
             */
            max_chunk_size_tokens: number;
        };
        /** @description The sizes of chunks. */
        StaticChunkingRequest: {
            /**
             * Format: int32
             * @description The number of tokens that neighbouring chunks share: at most half of `max_chunk_size_tokens`. The default is that
             *     half, but at most 400.
             */
            chunk_overlap_tokens?: number;
            /**
             * Format: int32
             * @description The maximum number of tokens in a chunk.
             * @default 800
             */
            max_chunk_size_tokens: number;
        };
        /** @description The chunk sizes of a file. */
        StaticChunkingStrategy: {
            /**
             * @description The kind of strategy.
             * @enum {string}
             */
            type: "static";
            static: components["schemas"]["StaticChunking"];
        };
        /** @description A sequence of characters that ends the answer. */
        StopSequence: string;
        /** @description A file of a project. */
        StoredFile: {
            /** @example file-01M7XY3JZR2E7JP3HNP3VFFZ2W */
            id: components["schemas"]["Id"];
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "file";
            /** @description The size in bytes. */
            bytes: components["schemas"]["Count"];
            created_at: components["schemas"]["UnixSeconds"];
            /** @description The time when the server deletes the file; null if the file does not expire. */
            expires_at: components["schemas"]["UnixSeconds"] | null;
            filename: components["schemas"]["Filename"];
            purpose: components["schemas"]["FilePurpose"];
            /**
             * @description Always `processed`: the file is stored completely.
             * @enum {string}
             */
            status: "processed";
        };
        /** @description A page of files, in the requested order. */
        StoredFileList: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["StoredFile"][];
            /** @description The id of the first row; null if the page is empty. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null if the page is empty. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description `true` if more rows follow in the direction of paging. */
            has_more: boolean;
            /** @description The number of rows on all pages. It is absent without `include_total=true`. */
            total?: components["schemas"]["Count"];
        };
        /**
         * @description A stored event of a project. Events are kept for as long as deliveries (30 days by default), also without a webhook.
         * @example {
         *       "id": "evt_01KF0G0WCHRK34H1GGF5TREFPF",
         *       "object": "webhook.event",
         *       "created_at": 1768469590,
         *       "type": "vector_store.file_batch.completed",
         *       "payload": "{\"id\":\"evt_01KF0G0WCHRK34H1GGF5TREFPF\",\"object\":\"event\",\"created_at\":1768469590,\"type\":\"vector_store.file_batch.completed\",\"data\":{}}"
         *     }
         */
        StoredWebhookEvent: {
            id: components["schemas"]["Id"];
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "webhook.event";
            /** @description The creation time. */
            created_at: components["schemas"]["UnixSeconds"];
            /** @description The type of the event. */
            type: components["schemas"]["ProjectEventType"];
            /** @description The body that a webhook gets, byte for byte. */
            payload: string;
        };
        /** @description Options of a stream. */
        StreamOptions: {
            /** @description `true` adds an event with the usage at the end of the stream. */
            include_usage?: boolean | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description The test event to send.
         * @example {
         *       "type": "vector_store.file_batch.completed"
         *     }
         */
        TestWebhookRequest: {
            /**
             * @description The type of the event.
             * @default vector_store.file_batch.completed
             */
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
        /** @description A word of the public API. */
        UnservedFilter: string;
        /**
         * @description How calls that this server does not serve are grouped.
         * @enum {string}
         */
        UnservedGroup: "project_id" | "user_id" | "api_key_id" | "model" | "size" | "source" | "context_level" | "api_source";
        /** @description Usage of calls that this server does not serve. Reports have no such result. */
        UnservedUsage: {
            /** @description The object type. */
            object: string;
            /** @description Requests that were sent to a model. */
            num_model_requests: components["schemas"]["Count"];
            /** @description The project. */
            project_id: components["schemas"]["Id"] | null;
            /** @description The user who sent the requests without a key. */
            user_id: components["schemas"]["Id"] | null;
            /** @description The key. */
            api_key_id: components["schemas"]["Id"] | null;
            /** @description The model, the path of a custom endpoint (`/v1/ocr`), or `mcp:PREFIX` of an MCP server. */
            model: components["schemas"]["ModelId"] | null;
        };
        /** @description The usage in a time span, as UnservedUsage. */
        UnservedUsageBucket: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "bucket";
            /** @description The start of the bucket. */
            start_time: components["schemas"]["UnixSeconds"];
            /** @description The end of the bucket, which is the start of the next one. */
            end_time: components["schemas"]["UnixSeconds"];
            /** @description One result per group. Empty if there was no usage. */
            results: components["schemas"]["UnservedUsage"][];
        };
        /** @description Buckets of UnservedUsage, in the order of time, without a gap. */
        UnservedUsagePage: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "page";
            /** @description The buckets. */
            data: components["schemas"]["UnservedUsageBucket"][];
            /** @description `true` if another page follows. */
            has_more: boolean;
            /** @description The cursor of the next page, to be sent as `page`. Null on the last page. */
            next_page: components["schemas"]["UsagePageCursor"] | null;
        };
        /**
         * @description A change of password.
         * @example {
         *       "current_password": "correct horse battery",
         *       "password": "a longer staple than before"
         *     }
         */
        UpdateAccountPasswordRequest: {
            /** @description The current password. */
            current_password: components["schemas"]["Password"];
            password: components["schemas"]["NewPassword"];
        };
        /**
         * @description The account fields that the signed-in user may change.
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
         * @description The changes to a conversation.
         * @example {
         *       "metadata": {
         *         "topic": "keys"
         *       }
         *     }
         */
        UpdateConversationRequest: {
            /** @description Replaces all pairs. Null removes them. */
            metadata: components["schemas"]["Metadata"] | null;
        };
        /**
         * @description The changes to a key.
         * @example {
         *       "name": "Deployment",
         *       "expires_in_seconds": 7776000,
         *       "disabled": false,
         *       "scopes": [
         *         "projects.read",
         *         "usage.read"
         *       ],
         *       "models": [
         *         "gpt-4o-mini"
         *       ],
         *       "allowed_cidrs": [
         *         "203.0.113.0/24"
         *       ]
         *     }
         */
        UpdateKeyRequest: {
            /** @description The display name. It need not be unique. */
            name?: components["schemas"]["Name"];
            /** @description The new lifetime, counted from the request. Null removes the expiry. */
            expires_in_seconds?: components["schemas"]["KeyLifetime"] | null;
            /** @description True disables the key, false enables it again, at once on this server and within 5 seconds on all others. */
            disabled?: boolean;
            /**
             * @description The permissions of the key, of those that its maker has; a call that needs another one is 403
             *     `insufficient_permissions`. By default it has all that its maker has.
             */
            scopes?: components["schemas"]["Permissions"] | null;
            /** @description The models that the key may use, of those of the project; a call of another one is 403 `model_not_found`. */
            models?: components["schemas"]["KeyModels"] | null;
            /**
             * @description The networks from which the key is accepted; a call from elsewhere is 403 `address_not_allowed`. Behind a reverse
             *     proxy, `SVC_TRUSTED_PROXIES` must name it, because its own address is compared otherwise.
             */
            allowed_cidrs?: components["schemas"]["Networks"] | null;
        };
        /**
         * @description A change of a member's role.
         * @example {
         *       "role": "owner",
         *       "technical_level": null,
         *       "developer_persona": null
         *     }
         */
        UpdateMemberRequest: {
            /** @description The new role; by default it stays unchanged. */
            role?: components["schemas"]["AssignedOrganizationRole"];
            /** @description A note of the public API about the user. */
            technical_level?: string | null;
            /** @description A note of the public API about the user. */
            developer_persona?: string | null;
        };
        /**
         * @description The changes that an admin makes to an organization.
         * @example {
         *       "name": "Analytical Engines",
         *       "project_access": "assigned"
         *     }
         */
        UpdateOrganizationRequest: {
            name?: components["schemas"]["Name"];
            /** @description The new accountable owner. The previous one stays an owner. */
            owner_id?: components["schemas"]["Id"];
            project_access?: components["schemas"]["ProjectAccess"];
        };
        /**
         * @description Changes of an organization's settings.
         * @example {
         *       "project_access": "assigned"
         *     }
         */
        UpdateOrganizationSettingsRequest: {
            project_access?: components["schemas"]["ProjectAccess"];
        };
        /**
         * @description The changes to a project key.
         * @example {
         *       "name": "Deployment",
         *       "expires_in_seconds": 7776000,
         *       "disabled": false,
         *       "limits": {
         *         "tokens_per_day": 1000000
         *       },
         *       "mcp_tools": {
         *         "docs": [
         *           "search"
         *         ]
         *       },
         *       "scopes": [
         *         "model.request"
         *       ],
         *       "models": [
         *         "gpt-4o-mini"
         *       ],
         *       "allowed_cidrs": [
         *         "203.0.113.0/24"
         *       ]
         *     }
         */
        UpdateProjectKeyRequest: {
            /** @description The display name. It need not be unique. */
            name?: components["schemas"]["Name"];
            /** @description The new lifetime, counted from the request. Null removes the expiry. */
            expires_in_seconds?: components["schemas"]["KeyLifetime"] | null;
            /** @description True disables the key, false enables it again, at once on this server and within 5 seconds on all others. */
            disabled?: boolean;
            /**
             * @description The permissions of the key, of those that its maker has; a call that needs another one is 403
             *     `insufficient_permissions`. By default it has all that its maker has.
             */
            scopes?: components["schemas"]["Permissions"] | null;
            /** @description The models that the key may use, of those of the project; a call of another one is 403 `model_not_found`. */
            models?: components["schemas"]["KeyModels"] | null;
            /**
             * @description The networks from which the key is accepted; a call from elsewhere is 403 `address_not_allowed`. Behind a reverse
             *     proxy, `SVC_TRUSTED_PROXIES` must name it, because its own address is compared otherwise.
             */
            allowed_cidrs?: components["schemas"]["Networks"] | null;
            /** @description The new limits. They apply at once on this server and within 5 seconds on all others. */
            limits?: components["schemas"]["KeyLimits"];
            /** @description The new tools that the key may call, in place of the old. They apply as fast as limits. */
            mcp_tools?: components["schemas"]["McpTools"];
        };
        /**
         * @description The changes to a project. Missing fields stay unchanged.
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
         *       "mcp_tools": {
         *         "docs": [
         *           "search"
         *         ]
         *       },
         *       "limits": {
         *         "requests_per_minute": 600
         *       },
         *       "webhook_url": "https://hooks.example.com/svc",
         *       "webhook_secret": "a secret of your own",
         *       "webhook_signing": "literal",
         *       "spend_threshold_events": false,
         *       "store_responses": true,
         *       "keep_old_webhook_secret": true,
         *       "external_key_id": null,
         *       "geography": null,
         *       "residency": null
         *     }
         */
        UpdateProjectRequest: {
            name?: components["schemas"]["Name"];
            /** @description An archived project refuses all requests to the Project API. */
            status?: components["schemas"]["ProjectStatus"];
            /** @description The models that the project may use. An empty list means all. */
            models?: components["schemas"]["ModelId"][];
            /** @description The custom endpoints that the project may use. An empty list means all. */
            custom_endpoints?: components["schemas"]["EndpointPath"][];
            /** @description The MCP servers that the project may use. */
            mcp_prefixes?: components["schemas"]["McpPrefixes"];
            mcp_tools?: components["schemas"]["McpTools"];
            limits?: components["schemas"]["ProjectLimits"];
            /** @description The URL that receives the project's events. Null stops deliveries and deletes the secret. */
            webhook_url?: components["schemas"]["WebhookUrl"] | null;
            /** @description The secret that signs events. It needs a `webhook_url`. By default the server generates a secret. */
            webhook_secret?: components["schemas"]["WebhookSecret"];
            /**
             * @description How events are signed. `standard` and `dual` need a secret of `whsec_` and the base64 of 24 to 64 bytes, such as a
             *     generated secret.
             */
            webhook_signing?: components["schemas"]["WebhookSigning"];
            /** @description Whether the webhook also receives `project.spend_threshold` events, at 80 and 100 percent of the spend limit. */
            spend_threshold_events?: boolean;
            /**
             * @description Whether responses are stored. `false` overrides `store: true` of a request, also at upstreams. Background
             *     responses and new conversation items are refused. What is stored already stays until it is deleted or expires.
             */
            store_responses?: boolean;
            /** @description A key of your own that encrypts the project's data. */
            external_key_id?: string | null;
            /** @description The region of the project's data. */
            geography?: string | null;
            /** @description The region of the project's data. */
            residency?: string | null;
            /** @description `true` also signs deliveries with the old secret for 24 hours. It needs a new `webhook_secret`. */
            keep_old_webhook_secret?: boolean;
        };
        /**
         * @description A change of a user's role in a project.
         * @example {
         *       "role": "viewer"
         *     }
         */
        UpdateProjectUserRequest: {
            /** @description The built-in role in place of the one before. Null changes nothing. */
            role?: components["schemas"]["BuiltInProjectRole"] | null;
        };
        /**
         * @description Changes of a role. They hold for everybody who has the role. Null changes nothing, but removes a description.
         * @example {
         *       "permissions": [
         *         "usage.read"
         *       ],
         *       "role_name": null,
         *       "description": null
         *     }
         */
        UpdateRoleRequest: {
            /** @description The new name. */
            role_name?: components["schemas"]["Name"] | null;
            /** @description All permissions of the role from now on. The caller has these and those before. */
            permissions?: components["schemas"]["Permissions"] | null;
            /** @description The new description. */
            description?: components["schemas"]["RoleDescription"] | null;
        };
        /**
         * @description The changes that an admin makes to a user.
         * @example {
         *       "name": "Ada Lovelace",
         *       "is_admin": false,
         *       "disabled": false
         *     }
         */
        UpdateUserRequest: {
            name?: components["schemas"]["Name"];
            /**
             * @description `true` makes the user an admin of the server. `false` ends that, and also stops the keys that the user created in
             *     organizations of which the user is not a member. The last admin cannot be demoted: 409 `last_admin`.
             */
            is_admin?: boolean;
            /**
             * @description `true` ends all sessions of the user, and the keys that the user created in any organization stop working. `false`
             *     lets these keys work again. Keys that were handed over to an organization (`keep_keys`) are not affected. The last
             *     admin cannot be disabled: 409 `last_admin`.
             */
            disabled?: boolean;
        };
        /**
         * @description The changes to a file in a vector store.
         * @example {
         *       "attributes": {
         *         "author": "Ada",
         *         "year": 1843
         *       }
         *     }
         */
        UpdateVectorStoreFileAttributesRequest: {
            /** @description Replaces all attributes. Null removes them. */
            attributes: components["schemas"]["Metadata"] | null;
        };
        /** @description An upload of a file in parts, which may be sent in parallel. An upload expires an hour after its creation. */
        Upload: {
            /** @example upload_01M7XY3JZR2E7JP3HNP3VFFZ2W */
            id: components["schemas"]["Id"];
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "upload";
            /** @description The size of the whole file in bytes. */
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
            /** @description The file. Null until the upload is completed, and after the file was deleted. */
            file: components["schemas"]["StoredFile"] | null;
        };
        /** @description A part of an upload. */
        UploadPart: {
            /** @example part_01M7XY3JZR2E7JP3HNP3VFFZ2W */
            id: components["schemas"]["Id"];
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "upload.part";
            created_at: components["schemas"]["UnixSeconds"];
            /** @example upload_01M7XY3JZR2E7JP3HNP3VFFZ2W */
            upload_id: components["schemas"]["Id"];
        };
        /** @description The id of a part of the upload. */
        UploadPartId: string;
        /**
         * @description A failed call of an upstream.
         * @example {
         *       "outcome": "401",
         *       "at": 1768469820
         *     }
         */
        UpstreamFailure: {
            /**
             * @description The response status, or one of these words: `unreached` (no connection), `timeout` (no response in time), `broken`
             *     (the connection closed), `cut` (the connection closed in the middle of a response), `no_answer` (the response is
             *     not valid).
             */
            outcome: components["schemas"]["UpstreamWord"];
            /** @description The time of the failure. */
            at: components["schemas"]["UnixSeconds"];
        };
        /**
         * @description The state of an upstream as seen by this server, since the server started or the upstream was changed.
         * @example {
         *       "name": "main",
         *       "base_url": "https://llm.example.com/v1",
         *       "models": [
         *         "gpt-oss-120b"
         *       ],
         *       "responses": "native",
         *       "unpriced_models": [
         *         "gpt-oss-120b"
         *       ],
         *       "paused": [],
         *       "last_failure": null,
         *       "recent_failures": []
         *     }
         */
        UpstreamState: {
            /** @description The name of the upstream in the configuration. */
            name: components["schemas"]["UpstreamWord"];
            /** @description The base URL of the upstream's API. */
            base_url: string;
            /** @description The models of the upstream. Null if the server has not yet received the model list of the upstream. */
            models: components["schemas"]["ModelId"][] | null;
            /** @description The models without a price, whose calls cost nothing. Null if the models are not known yet. */
            unpriced_models: components["schemas"]["ModelId"][] | null;
            /**
             * @description How the upstream answers `POST /v1/responses`. `native`: requests pass through unchanged. `translated`: this server
             *     translates requests to chat completions. It does so if the setting `responses` is false, or if the upstream answered
             *     404 or 405 in the last 10 minutes.
             * @enum {string}
             */
            responses: "native" | "translated";
            /**
             * @description The parts of the upstream that its circuit breaker pauses after repeated failures: `models`, `custom endpoints`,
             *     `MCP server docs`.
             */
            paused: components["schemas"]["UpstreamWord"][];
            /** @description The last failure, or null. */
            last_failure: components["schemas"]["UpstreamFailure"] | null;
            /** @description The last failures, newest first. */
            recent_failures: components["schemas"]["UpstreamFailure"][];
        };
        /** @description The states of all upstreams. */
        UpstreamStates: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "upstream.states";
            /** @description The upstreams, in the order in which they are tried. */
            upstreams: components["schemas"]["UpstreamState"][];
        };
        /** @description The outcome of the test of one upstream. */
        UpstreamTest: {
            /** @description The name of the upstream. */
            name: components["schemas"]["UpstreamWord"];
            /** @description `true` if no step failed. */
            ok: boolean;
            /** @description The steps, in their order. */
            steps: components["schemas"]["UpstreamTestStep"][];
        };
        /** @description The outcome of a step. */
        UpstreamTestStep: {
            /** @description The step. */
            step: components["schemas"]["UpstreamTestStepName"];
            /**
             * @description `skipped` if an earlier step failed, or if the step does not apply.
             * @enum {string}
             */
            state: "ok" | "failed" | "skipped";
            /** @description What was found and, after a failure, what to do. */
            message: string;
        };
        /**
         * @description A step of a test. Each step needs the ones before it.
         * @enum {string}
         */
        UpstreamTestStepName: "name" | "connection" | "tls" | "credential" | "models";
        /**
         * @description The outcomes of tests.
         * @example {
         *       "object": "upstream.tests",
         *       "upstreams": [
         *         {
         *           "name": "main",
         *           "ok": false,
         *           "steps": [
         *             {
         *               "step": "name",
         *               "state": "ok",
         *               "message": "llm.example.com resolves"
         *             },
         *             {
         *               "step": "connection",
         *               "state": "ok",
         *               "message": "the server takes connections"
         *             },
         *             {
         *               "step": "tls",
         *               "state": "ok",
         *               "message": "the certificate is valid"
         *             },
         *             {
         *               "step": "credential",
         *               "state": "failed",
         *               "message": "https://llm.example.com/v1/models answers 401. Check its api_key"
         *             },
         *             {
         *               "step": "models",
         *               "state": "skipped",
         *               "message": "not tried"
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        UpstreamTests: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "upstream.tests";
            /** @description The tested upstreams, in the order of the configuration. */
            upstreams: components["schemas"]["UpstreamTest"][];
        };
        /** @description A short text about an upstream. */
        UpstreamWord: string;
        /**
         * @description The length of a bucket: a minute (kept for 2 days), an hour (kept for 90 days) or a day, in UTC.
         * @enum {string}
         */
        UsageBucketWidth: "1m" | "1h" | "1d";
        /**
         * @description How the usage in a bucket is grouped.
         * @enum {string}
         */
        UsageGroup: "project_id" | "user_id" | "api_key_id" | "model";
        /**
         * Format: usage-page
         * @description The cursor of a report's next page.
         * @example page_1768435200
         */
        UsagePageCursor: string;
        /**
         * @description A person with an account on this server.
         * @example {
         *       "id": "user_01KF0FV2V10WPQDKJBN821WAWP",
         *       "object": "user",
         *       "email": "ada@example.com",
         *       "email_verified": true,
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
             * @description The object type.
             * @enum {string}
             */
            object: "user";
            email: components["schemas"]["EmailAddress"];
            /**
             * @description `true` if the person proved to own the address, by a link that was mailed to it. A link that somebody handed over
             *     proves nothing: check who has the account before you give it rights.
             */
            email_verified: boolean;
            /** @description Null if unknown. */
            name: components["schemas"]["Name"] | null;
            /** @description `true` if the user is an admin, who manages all users, organizations and projects of the server. */
            is_admin: boolean;
            /** @description A disabled user cannot sign in. The user's tokens, and the keys that the user created, do not work. */
            disabled: boolean;
            /** @description The organization of requests without a `Compat-Organization` header. Null if the user has no organization yet. */
            default_organization_id: components["schemas"]["Id"] | null;
            /**
             * @description The number of working organization and project keys that depend on this user. They stop working when the user is
             *     disabled.
             */
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
             * @description The object type.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["User"][];
            /** @description The id of the first row; null if the page is empty. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null if the page is empty. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description `true` if more rows follow in the direction of paging. */
            has_more: boolean;
            /** @description The number of rows on all pages. It is absent without `include_total=true`. */
            total?: components["schemas"]["Count"];
        };
        /** @description A role that a user got. */
        UserRole: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "user.role";
            role: components["schemas"]["Role"];
            user: components["schemas"]["Member"];
        };
        /** @description A time in the form of RFC 3339, in UTC. */
        UtcTime: string;
        /**
         * @description The token of the link that was opened.
         * @example {
         *       "token": "svcreset_0Yl3hTqVb8KdXw5RmZ2cJ7nPfA1sGuE9oLiQ4tHxDyBvC6kWjN"
         *     }
         */
        ValidatePasswordResetRequest: {
            token: components["schemas"]["LinkToken"];
        };
        /**
         * @description The body of a validation error. It lists every failure of the request.
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
             * @description The failures, at most 50, parameters before the body. If a body has more than 4,000 values, the server lists the
             *     failures of a sample of them. If the sample has none, it lists the first failure of the body.
             */
            detail: components["schemas"]["ValidationIssue"][];
            /**
             * @description The first failure in the form that clients of models read. Present on all operations that call models (chat
             *     completions, completions, embeddings, responses, conversations, messages, rerank), and on others if the client sends
             *     the header `x-stainless-lang` or `openai-beta`, as the public API's SDKs do.
             */
            error?: components["schemas"]["ValidationErrorObject"];
        };
        /** @description A validation failure in the form of all other errors, so that SDKs can show a message. */
        ValidationErrorObject: {
            /** @description A sentence about the first failure, and the number of further failures. */
            message: string;
            /**
             * @description The request is wrong and must be changed.
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
            /** @description The path to the value: `body`, `query`, `path` or `header`, then names and indexes. */
            loc: components["schemas"]["IssueLocation"][];
            /** @description A sentence for people to read. */
            msg: string;
            /** @description The violated rule. */
            type: string;
            /** @description The offending value. Values over 1,024 characters are cut, and their length is appended. Secrets are masked. */
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
         * @description A number of a vector. It fits into a 32-bit float.
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
             * @description The object type.
             * @enum {string}
             */
            object: "vector_store";
            created_at: components["schemas"]["UnixSeconds"];
            project_id: components["schemas"]["Id"];
            name: components["schemas"]["VectorStoreName"];
            /**
             * @description `in_progress` while a file is being processed, `completed` otherwise, and `expired` after `expires_at`.
             * @enum {string}
             */
            status: "in_progress" | "completed" | "expired";
            file_counts: components["schemas"]["FileCounts"];
            /** @description The size of the store in bytes. */
            bytes: components["schemas"]["Count"];
            /** @description The same as `bytes`. */
            usage_bytes: components["schemas"]["Count"];
            expires_after: components["schemas"]["ExpirationPolicy"];
            expires_at: components["schemas"]["UnixSeconds"];
            /** @description The time of the last use. */
            last_active_at: components["schemas"]["UnixSeconds"];
            metadata: components["schemas"]["Metadata"];
            chunking_strategy: components["schemas"]["ChunkingStrategy"];
            /** @description Set if searches of the store are slow, or will be when it grows: the cause, and the setting that helps. */
            warning?: string;
        };
        /**
         * Format: vector-store-id
         * @description A cursor in a list of vector stores.
         */
        VectorStoreCursor: string;
        /** @description A file in a vector store. Its id is the id of the file. */
        VectorStoreFile: {
            /** @example file-01M7XY3JZR2E7JP3HNP3VFFZ2W */
            id: components["schemas"]["Id"];
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "vector_store.file";
            /** @description The bytes that the file's chunks take in the store. */
            usage_bytes: components["schemas"]["Count"];
            /** @description The time when the file was attached. */
            created_at: components["schemas"]["UnixSeconds"];
            /** @example vs_01KF0G4CP9QX2AXWQ6CRBPS9XZ */
            vector_store_id: components["schemas"]["Id"];
            /** @description The status of processing. */
            status: components["schemas"]["VectorStoreFileStatus"];
            /** @description The error, or null if the file has not failed. */
            last_error: components["schemas"]["VectorStoreFileError"] | null;
            chunking_strategy: components["schemas"]["StaticChunkingStrategy"];
            /** @description Attributes that searches can filter by. */
            attributes: components["schemas"]["Metadata"];
            /** @description The reread of the file; absent if there was none or it succeeded. */
            reread?: components["schemas"]["VectorStoreFileReread"];
        };
        /**
         * @description Files that were attached to a vector store together. When all files have finished, the batch gets its final status:
         *     `completed` if at least one file completed, else `cancelled` if at least one was cancelled, else `failed`. Status and
         *     counts do not change after that.
         */
        VectorStoreFileBatch: {
            /** @example vsfb_01M7XY3JZR2E7JP3HNP3VFFZ2W */
            id: components["schemas"]["Id"];
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "vector_store.file_batch";
            created_at: components["schemas"]["UnixSeconds"];
            /** @example vs_01KF0G4CP9QX2AXWQ6CRBPS9XZ */
            vector_store_id: components["schemas"]["Id"];
            /** @example proj_01KF0G0WCHRK34H1GGF5TREFPF */
            project_id: components["schemas"]["Id"];
            /**
             * @description The progress.
             * @enum {string}
             */
            status: "in_progress" | "completed" | "cancelled" | "failed";
            file_counts: components["schemas"]["FileCounts"];
        };
        /** @description The text of a file in a vector store: its chunks in order, as many as fit into a page. */
        VectorStoreFileContentPage: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "vector_store.file_content.page";
            /** @description The pieces of text. */
            data: components["schemas"]["VectorStoreFileText"][];
            /** @description `true` if another page follows. */
            has_more: boolean;
            /** @description The value of `page` for the next page; null if there is none. */
            next_page: components["schemas"]["FileContentCursor"] | null;
        };
        /** @description Why a file failed. */
        VectorStoreFileError: {
            /**
             * @description `unsupported_file`: the server cannot read this type of file. `invalid_file`: the file is damaged, too large or
             *     hostile. `server_error`: the server failed; the file may be valid.
             * @enum {string}
             */
            code: "server_error" | "unsupported_file" | "invalid_file";
            /** @description A sentence for people to read. */
            message: string;
        };
        /** @description A page of VectorStoreFile rows. */
        VectorStoreFileList: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["VectorStoreFile"][];
            /** @description The id of the first row; null if the page is empty. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null if the page is empty. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description `true` if more rows follow in the direction of paging. */
            has_more: boolean;
            /** @description The number of rows on all pages. It is absent without `include_total=true`. */
            total?: components["schemas"]["Count"];
        };
        /** @description A reread of a file that has not succeeded. The file keeps its chunks until it does. */
        VectorStoreFileReread: {
            /**
             * @description `in_progress` while it waits or runs, then `failed`.
             * @enum {string}
             */
            status: "in_progress" | "failed";
            /** @description The reason of the failure, or null. */
            error: string | null;
        };
        /**
         * @description The status of a file in a vector store. Searches find only `completed` files.
         * @enum {string}
         */
        VectorStoreFileStatus: "in_progress" | "completed" | "failed" | "cancelled";
        /** @description A piece of a file's text. */
        VectorStoreFileText: {
            /**
             * @description The object type.
             * @enum {string}
             */
            type: "text";
            /** @description The text. */
            text: string;
        };
        /** @description A page of VectorStore rows. */
        VectorStoreList: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["VectorStore"][];
            /** @description The id of the first row; null if the page is empty. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null if the page is empty. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description `true` if more rows follow in the direction of paging. */
            has_more: boolean;
            /** @description The number of rows on all pages. It is absent without `include_total=true`. */
            total?: components["schemas"]["Count"];
        };
        /**
         * Format: label
         * @description The name of a vector store, unique within the project. Names are compared byte for byte after Unicode normalization
         *     (NFC). The empty string counts as no name and may be used repeatedly.
         */
        VectorStoreName: string;
        /**
         * @description How far the reread of a vector store's files is.
         * @example {
         *       "object": "vector_store.reread",
         *       "vector_store_id": "vs_01KF0G4CP9QX2AXWQ6CRBPS9XZ",
         *       "older_files": 3,
         *       "older_chunks": 0,
         *       "in_progress": 3,
         *       "failed": 0
         *     }
         */
        VectorStoreReread: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "vector_store.reread";
            /** @description The vector store. */
            vector_store_id: components["schemas"]["Id"];
            /** @description The completed files that an older version of the server read. */
            older_files: components["schemas"]["Count"];
            /** @description The other completed files whose text an older version divided into chunks. `changed: false` divides it anew. */
            older_chunks: components["schemas"]["Count"];
            /** @description The files whose reread has not ended. */
            in_progress: components["schemas"]["Count"];
            /** @description The files whose last reread failed. They keep their old chunks, and `reread.error` of the file has the reason. */
            failed: components["schemas"]["Count"];
        };
        /** @description Usage of vector stores. */
        VectorStoresUsage: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "organization.usage.vector_stores.result";
            /** @description The largest number of bytes stored during the bucket, sampled once an hour. */
            usage_bytes: components["schemas"]["Count"];
            /** @description The project. */
            project_id: components["schemas"]["Id"] | null;
            /** @description The user who sent the requests without a key. */
            user_id: components["schemas"]["Id"] | null;
            /** @description The key. */
            api_key_id: components["schemas"]["Id"] | null;
            /** @description The model, the path of a custom endpoint (`/v1/ocr`), or `mcp:PREFIX` of an MCP server. */
            model: components["schemas"]["ModelId"] | null;
        };
        /** @description The usage in a time span, as VectorStoresUsage. */
        VectorStoresUsageBucket: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "bucket";
            /** @description The start of the bucket. */
            start_time: components["schemas"]["UnixSeconds"];
            /** @description The end of the bucket, which is the start of the next one. */
            end_time: components["schemas"]["UnixSeconds"];
            /** @description One result per group. Empty if there was no usage. */
            results: components["schemas"]["VectorStoresUsage"][];
        };
        /** @description Buckets of VectorStoresUsage, in the order of time, without a gap. */
        VectorStoresUsagePage: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "page";
            /** @description The buckets. */
            data: components["schemas"]["VectorStoresUsageBucket"][];
            /** @description `true` if another page follows. */
            has_more: boolean;
            /** @description The cursor of the next page, to be sent as `page`. Null on the last page. */
            next_page: components["schemas"]["UsagePageCursor"] | null;
        };
        /**
         * @description An attempt to deliver an event.
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
             * @description The object type.
             * @enum {string}
             */
            object: "webhook.attempt";
            /** @description The number of the attempt, starting at 1. */
            number: components["schemas"]["Count"];
            /** @description The `webhook-id` that was sent: the id of this attempt, or, with `standard` signing, of the event. */
            webhook_id: components["schemas"]["Id"];
            /** @description The URL of the receiver. Only owners, their organization keys and admins see its query. */
            url: string;
            status: components["schemas"]["WebhookAttemptStatus"];
            /** @description The error; null if the attempt has not failed. */
            error: components["schemas"]["WebhookError"] | null;
            /** @description The start time. */
            started_at: components["schemas"]["UnixSeconds"];
            /** @description The duration in milliseconds; null while the attempt is in progress, or if unknown. */
            duration_ms: components["schemas"]["Count"] | null;
            /** @description The response status; null if there was none. */
            response_status: number | null;
            /** @description The first 4096 characters of the response body; null if there was no response. */
            response_body: string | null;
        };
        /**
         * @description The status of an attempt.
         * @enum {string}
         */
        WebhookAttemptStatus: "sending" | "succeeded" | "failed" | "blocked" | "interrupted";
        /**
         * @description The delivery of an event to a project's webhook.
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
             * @description The object type.
             * @enum {string}
             */
            object: "webhook.delivery";
            /** @description The creation time. */
            created_at: components["schemas"]["UnixSeconds"];
            project_id: components["schemas"]["Id"];
            /** @description The id in the event's body. It is the same in all attempts and deliveries of the event. */
            event_id: components["schemas"]["Id"];
            /** @description The type of the event. */
            event_type: components["schemas"]["ProjectEventType"];
            origin: components["schemas"]["WebhookOrigin"];
            status: components["schemas"]["WebhookDeliveryStatus"];
            /** @description The number of finished attempts, without interrupted ones. */
            attempt_count: components["schemas"]["Count"];
            /** @description The time of the next attempt; null if there will be none. */
            next_attempt_at: components["schemas"]["UnixSeconds"] | null;
            /** @description The time when the delivery ended; null while it is pending. */
            ended_at: components["schemas"]["UnixSeconds"] | null;
            /** @description The error of the last attempt or of the delivery, or null. */
            last_error: components["schemas"]["WebhookError"] | null;
            /** @description The status of the last response; null if there was none. */
            last_response_status: number | null;
        };
        /**
         * Format: webhook-delivery-id
         * @description A cursor in a list of deliveries.
         */
        WebhookDeliveryCursor: string;
        /**
         * @description A delivery with its payload and all attempts.
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
             * @description The object type.
             * @enum {string}
             */
            object: "webhook.delivery";
            /** @description The creation time. */
            created_at: components["schemas"]["UnixSeconds"];
            project_id: components["schemas"]["Id"];
            /** @description The id in the event's body. It is the same in all attempts and deliveries of the event. */
            event_id: components["schemas"]["Id"];
            /** @description The type of the event. */
            event_type: components["schemas"]["ProjectEventType"];
            origin: components["schemas"]["WebhookOrigin"];
            status: components["schemas"]["WebhookDeliveryStatus"];
            /** @description The number of finished attempts, without interrupted ones. */
            attempt_count: components["schemas"]["Count"];
            /** @description The time of the next attempt; null if there will be none. */
            next_attempt_at: components["schemas"]["UnixSeconds"] | null;
            /** @description The time when the delivery ended; null while it is pending. */
            ended_at: components["schemas"]["UnixSeconds"] | null;
            /** @description The error of the last attempt or of the delivery, or null. */
            last_error: components["schemas"]["WebhookError"] | null;
            /** @description The status of the last response; null if there was none. */
            last_response_status: number | null;
            /** @description The signed body, byte for byte the same in every attempt. */
            payload: string;
            /** @description The attempts, oldest first. */
            attempts: components["schemas"]["WebhookAttempt"][];
        };
        /** @description A page of WebhookDelivery rows. */
        WebhookDeliveryList: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "list";
            /** @description The rows of this page. */
            data: components["schemas"]["WebhookDelivery"][];
            /** @description The id of the first row; null if the page is empty. */
            first_id: components["schemas"]["Id"] | null;
            /** @description The id of the last row; null if the page is empty. Send it as `after` for the next page. */
            last_id: components["schemas"]["Id"] | null;
            /** @description `true` if more rows follow in the direction of paging. */
            has_more: boolean;
            /** @description The number of rows on all pages. It is absent without `include_total=true`. */
            total?: components["schemas"]["Count"];
        };
        /**
         * @description The status of a delivery. Every status except `pending` is final.
         * @enum {string}
         */
        WebhookDeliveryStatus: "pending" | "succeeded" | "failed" | "cancelled" | "disabled";
        /**
         * @description The error of an attempt or a delivery.
         * @enum {string}
         */
        WebhookError: "target_not_allowed" | "dns_not_found" | "dns_timeout" | "dns_failed" | "connection_refused" | "connection_timeout" | "connection_failed" | "connection_closed" | "certificate_expired" | "certificate_name_mismatch" | "certificate_untrusted" | "tls_failed" | "timeout" | "malformed_response" | "redirect" | "http_status" | "gone" | "interrupted" | "webhook_removed" | "project_archived" | "webhook_disabled" | "secret_unreadable";
        /**
         * @description An event that the server sends to a project's `webhook_url`. Events may arrive twice, late or out of order: read the
         *     batch before acting on an event. `id` is the same in all attempts.
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
             * @description The object type.
             * @enum {string}
             */
            object: "event";
            /** @description When the event was made. */
            created_at: components["schemas"]["UnixSeconds"];
            type: components["schemas"]["WebhookEventType"];
            /** @description The batch at the time of the event. */
            data: components["schemas"]["WebhookFileBatch"];
        };
        /**
         * Format: event-cursor
         * @description A position in the events of a project. Take it from `next_cursor`; `0` is the oldest event.
         */
        WebhookEventCursor: string;
        /**
         * @description Events of a project, in the order in which they became visible.
         * @example {
         *       "object": "page",
         *       "data": [
         *         {
         *           "id": "evt_01KF0G0WCHRK34H1GGF5TREFPF",
         *           "object": "webhook.event",
         *           "created_at": 1768469590,
         *           "type": "vector_store.file_batch.completed",
         *           "payload": "{\"id\":\"evt_01KF0G0WCHRK34H1GGF5TREFPF\",\"object\":\"event\",\"created_at\":1768469590,\"type\":\"vector_store.file_batch.completed\",\"data\":{}}"
         *         }
         *       ],
         *       "has_more": false,
         *       "next_cursor": "7.evt_01KF0G0WCHRK34H1GGF5TREFPF"
         *     }
         */
        WebhookEventPage: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "page";
            /** @description The events, oldest first. */
            data: components["schemas"]["StoredWebhookEvent"][];
            /** @description `true` if more events are stored after these. */
            has_more: boolean;
            /** @description Send it as `cursor` for the next events. */
            next_cursor: components["schemas"]["WebhookEventCursor"];
        };
        /**
         * @description The types of events about file batches. Every webhook receives them.
         * @enum {string}
         */
        WebhookEventType: "vector_store.file_batch.completed" | "vector_store.file_batch.cancelled" | "vector_store.file_batch.failed";
        /** @description A finished file batch, as webhook events show it. */
        WebhookFileBatch: {
            id: components["schemas"]["Id"];
            /**
             * @description The object type.
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
        /** @description The number of files in a batch by status. */
        WebhookFileCounts: {
            /** @description Files that were cancelled. */
            cancelled: components["schemas"]["Count"];
            /** @description Files that can be searched. */
            completed: components["schemas"]["Count"];
            /** @description Files that failed. */
            failed: components["schemas"]["Count"];
            /** @description Files in progress. Always 0, because the batch has ended. */
            in_progress: components["schemas"]["Count"];
            /** @description All files of the batch. */
            total: components["schemas"]["Count"];
        };
        /**
         * @description The origin of a delivery.
         * @enum {string}
         */
        WebhookOrigin: "event" | "resend" | "test";
        /**
         * Format: password
         * @description The secret that signs deliveries: 8 to 256 printable ASCII characters. Generated secrets begin with `whsec_`.
         */
        WebhookSecret: string;
        /**
         * @description How deliveries are signed. `literal`: the key is the bytes of the secret, and `webhook-id` is the id of the attempt.
         *     `standard`: as in Standard Webhooks, the key is the base64-decoded secret, and `webhook-id` is the id of the event.
         *     `dual`: both signatures, for a migration.
         * @enum {string}
         */
        WebhookSigning: "literal" | "standard" | "dual";
        /** @description The amount that a project has spent when it reaches a threshold of its spend limit. */
        WebhookSpendThreshold: {
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "project.spend_threshold";
            project_id: components["schemas"]["Id"];
            /**
             * @description The threshold, in percent of the spend limit.
             * @enum {number}
             */
            threshold_percent: 80 | 100;
            /** @description The spend limit in US cents a month. */
            threshold_amount: components["schemas"]["Count"];
            /** @description The costs of the month. */
            spent: components["schemas"]["WebhookSpent"];
            /** @description When the month (UTC) began. */
            month_started_at: components["schemas"]["UnixSeconds"];
        };
        /**
         * @description An event that the server sends when a project reaches 80 or 100 percent of its spend limit, once a month for each
         *     threshold. Only projects with `spend_threshold_events` receive it.
         * @example {
         *       "id": "evt_01KF0G0WCHRK34H1GGF5TREFPF",
         *       "object": "event",
         *       "created_at": 1768469590,
         *       "type": "project.spend_threshold",
         *       "data": {
         *         "object": "project.spend_threshold",
         *         "project_id": "proj_01KF0G0WCHRK34H1GGF5TREFPF",
         *         "threshold_percent": 80,
         *         "threshold_amount": 5000,
         *         "spent": {
         *           "value": 40.12,
         *           "currency": "USD"
         *         },
         *         "month_started_at": 1767225600
         *       }
         *     }
         */
        WebhookSpendThresholdEvent: {
            id: components["schemas"]["Id"];
            /**
             * @description The object type.
             * @enum {string}
             */
            object: "event";
            /** @description When the event was made. */
            created_at: components["schemas"]["UnixSeconds"];
            /**
             * @description The event type.
             * @enum {string}
             */
            type: "project.spend_threshold";
            /** @description The threshold and the costs at the time of the event. */
            data: components["schemas"]["WebhookSpendThreshold"];
        };
        /** @description An amount of money. */
        WebhookSpent: {
            /**
             * Format: double
             * @description The amount in the currency's unit, such as dollars.
             */
            value: number;
            /**
             * @description The currency.
             * @enum {string}
             */
            currency: "USD";
        };
        /**
         * Format: webhook-url
         * @description An HTTPS URL on the public internet, without user name or fragment. The port is 443, or a port from 1024 on that no
         *     well-known service uses. A host that is, or resolves to, a non-public address is refused here and again at every
         *     delivery. The operator can allow internal networks in `SVC_WEBHOOK_ALLOWED_CIDRS`.
         */
        WebhookUrl: string;
        /**
         * Format: worker-id
         * @description A cursor in the list of workers.
         */
        WorkerCursor: string;
    };
    responses: {
        /** @description A bug in the server. The response reveals no internals. */
        InternalServerError: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The database, or another service that the server depends on, is unavailable. */
        ServiceUnavailable: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMs"];
                "x-should-retry": components["headers"]["XShouldRetry"];
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
        /** @description The request violates its schema. */
        UnprocessableEntity: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationBody"];
            };
        };
        /** @description The credential is missing or not valid. */
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
        /** @description The credential may not do this. */
        Forbidden: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description A rate limit or a quota is reached. */
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
                /** @description `false` if a quota of the project is used up; otherwise the upstream's value, if it sent one. */
                "x-should-retry"?: "true" | "false";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The resource does not exist in this scope. */
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
        /** @description The operation does not accept the body's media type. */
        UnsupportedMediaType: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The current state of the resource does not allow the request. */
        Conflict: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                /** @description `false`: the same request would fail again. */
                "x-should-retry": "false";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Every upstream that was tried failed. */
        BadGateway: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The upstream did not answer in time. */
        GatewayTimeout: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The request is not well-formed, or the upstream refused it. */
        CallBadRequest: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["UpstreamRetryAfter"];
                "x-should-retry": components["headers"]["UpstreamXShouldRetry"];
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CallErrorBody"];
            };
        };
        /** @description The resource does not exist in this scope, or the upstream does not have what the request names. */
        CallNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["UpstreamRetryAfter"];
                "x-should-retry": components["headers"]["UpstreamXShouldRetry"];
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CallErrorBody"];
            };
        };
        /** @description The request conflicts with the state of a resource, or with the upstream's state. */
        CallConflict: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["UpstreamRetryAfter"];
                "x-should-retry": components["headers"]["UpstreamXShouldRetry"];
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CallErrorBody"];
            };
        };
        /** @description The request is too large for this server or for the upstream. */
        CallPayloadTooLarge: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["UpstreamRetryAfter"];
                "x-should-retry": components["headers"]["UpstreamXShouldRetry"];
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CallErrorBody"];
            };
        };
        /** @description This server or the upstream does not support the body's media type. */
        CallUnsupportedMediaType: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["UpstreamRetryAfter"];
                "x-should-retry": components["headers"]["UpstreamXShouldRetry"];
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CallErrorBody"];
            };
        };
        /** @description The request violates its schema, or the upstream's. */
        CallUnprocessableEntity: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["UpstreamRetryAfter"];
                "x-should-retry": components["headers"]["UpstreamXShouldRetry"];
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CallErrorBody"];
            };
        };
        /** @description A rate limit or a quota of this server or of the upstream is reached. */
        CallTooManyRequests: {
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
                /** @description `false` if a quota of the project is used up; otherwise the upstream's value, if it sent one. */
                "x-should-retry"?: "true" | "false";
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CallErrorBody"];
            };
        };
        /** @description The upstream refused the request with another 4xx status. */
        CallRefusal: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["UpstreamRetryAfter"];
                "x-should-retry": components["headers"]["UpstreamXShouldRetry"];
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CallErrorBody"];
            };
        };
        /** @description The client's cached copy is still current. */
        NotModified: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The upstream's error response, or an error of this server. */
        PassedOnBadRequest: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["UpstreamRetryAfter"];
                "x-should-retry": components["headers"]["UpstreamXShouldRetry"];
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": unknown;
                "*/*": unknown;
            };
        };
        /** @description The upstream's error response, or an error of this server. */
        PassedOnNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["UpstreamRetryAfter"];
                "x-should-retry": components["headers"]["UpstreamXShouldRetry"];
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": unknown;
                "*/*": unknown;
            };
        };
        /** @description The upstream's error response, or an error of this server. */
        PassedOnPayloadTooLarge: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["UpstreamRetryAfter"];
                "x-should-retry": components["headers"]["UpstreamXShouldRetry"];
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": unknown;
                "*/*": unknown;
            };
        };
        /** @description The upstream's error response, or an error of this server. */
        PassedOnUnsupportedMediaType: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["UpstreamRetryAfter"];
                "x-should-retry": components["headers"]["UpstreamXShouldRetry"];
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": unknown;
                "*/*": unknown;
            };
        };
        /** @description The upstream's error response, or an error of this server. */
        PassedOnUnprocessableEntity: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["UpstreamRetryAfter"];
                "x-should-retry": components["headers"]["UpstreamXShouldRetry"];
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": unknown;
                "*/*": unknown;
            };
        };
        /** @description A rate limit of the upstream, with its own body, or of this server. */
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
                /** @description `false` if a quota of the project is used up; otherwise the upstream's value, if it sent one. */
                "x-should-retry"?: "true" | "false";
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": unknown;
                "*/*": unknown;
            };
        };
        /** @description The upstream's error response. */
        PassedOnRefusal: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["UpstreamRetryAfter"];
                "x-should-retry": components["headers"]["UpstreamXShouldRetry"];
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "*/*": unknown;
            };
        };
        /** @description The server's disk has no room beyond the space that the server keeps free. */
        InsufficientStorage: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                /** @description `false`: a retry fails until files are deleted. */
                "x-should-retry": "false";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The request is not well-formed, violates its schema, cannot be translated, or was refused by the upstream. */
        MessagesBadRequest: {
            headers: {
                "request-id": components["headers"]["RequestId"];
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["UpstreamRetryAfter"];
                "x-should-retry": components["headers"]["UpstreamXShouldRetry"];
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MessagesErrorBody"];
            };
        };
        /** @description The credential is missing or not valid. */
        MessagesUnauthorized: {
            headers: {
                "request-id": components["headers"]["RequestId"];
                "x-request-id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MessagesErrorBody"];
            };
        };
        /** @description The credential, or the project, may not do this. */
        MessagesForbidden: {
            headers: {
                "request-id": components["headers"]["RequestId"];
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MessagesErrorBody"];
            };
        };
        /** @description The model does not exist, or the upstream does not have what the request names. */
        MessagesNotFound: {
            headers: {
                "request-id": components["headers"]["RequestId"];
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["UpstreamRetryAfter"];
                "x-should-retry": components["headers"]["UpstreamXShouldRetry"];
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MessagesErrorBody"];
            };
        };
        /** @description A rate limit or a quota is reached, here or at the upstream. */
        MessagesTooManyRequests: {
            headers: {
                "request-id": components["headers"]["RequestId"];
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMs"];
                "x-ratelimit-limit-requests": components["headers"]["XRatelimitLimitRequests"];
                "x-ratelimit-remaining-requests": components["headers"]["XRatelimitRemainingRequests"];
                "x-ratelimit-reset-requests": components["headers"]["XRatelimitResetRequests"];
                "x-ratelimit-limit-tokens": components["headers"]["XRatelimitLimitTokens"];
                "x-ratelimit-remaining-tokens": components["headers"]["XRatelimitRemainingTokens"];
                "x-ratelimit-reset-tokens": components["headers"]["XRatelimitResetTokens"];
                /** @description `false` if a quota of the project is used up; otherwise the upstream's value, if it sent one. */
                "x-should-retry"?: "true" | "false";
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MessagesErrorBody"];
            };
        };
        /** @description A bug in the server. The response reveals no internals. */
        MessagesInternalServerError: {
            headers: {
                "request-id": components["headers"]["RequestId"];
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MessagesErrorBody"];
            };
        };
        /** @description The database, or another service that the server depends on, is unavailable. */
        MessagesServiceUnavailable: {
            headers: {
                "request-id": components["headers"]["RequestId"];
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MessagesErrorBody"];
            };
        };
        /** @description The receiver accepted the event. Any 2xx status within 15 seconds counts. */
        NoContent: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The body is too large. */
        MessagesPayloadTooLarge: {
            headers: {
                "request-id": components["headers"]["RequestId"];
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["UpstreamRetryAfter"];
                "x-should-retry": components["headers"]["UpstreamXShouldRetry"];
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MessagesErrorBody"];
            };
        };
        /** @description The operation does not accept the body's media type. */
        MessagesUnsupportedMediaType: {
            headers: {
                "request-id": components["headers"]["RequestId"];
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["UpstreamRetryAfter"];
                "x-should-retry": components["headers"]["UpstreamXShouldRetry"];
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MessagesErrorBody"];
            };
        };
        /** @description Every upstream that was tried failed. */
        MessagesBadGateway: {
            headers: {
                "request-id": components["headers"]["RequestId"];
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MessagesErrorBody"];
            };
        };
        /** @description The upstream did not answer in time. */
        MessagesGatewayTimeout: {
            headers: {
                "request-id": components["headers"]["RequestId"];
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MessagesErrorBody"];
            };
        };
        /** @description The upstream refused the request with another 4xx status. */
        MessagesRefusal: {
            headers: {
                "request-id": components["headers"]["RequestId"];
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["UpstreamRetryAfter"];
                "x-should-retry": components["headers"]["UpstreamXShouldRetry"];
                "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MessagesErrorBody"];
            };
        };
    };
    parameters: {
        /** @description Returns only what the users with these e-mail addresses did without a key. */
        "AuditFilter.actor_emails": components["schemas"]["EmailAddress"][];
        /** @description Returns only entries whose actor is one of these users or keys. */
        "AuditFilter.actor_ids": components["schemas"]["Id"][];
        /** @description Returns only entries after this time. */
        "AuditFilter.effective_at_gt": components["schemas"]["UnixSeconds"];
        /** @description Returns only entries at or after this time. */
        "AuditFilter.effective_at_gte": components["schemas"]["UnixSeconds"];
        /** @description Returns only entries before this time. */
        "AuditFilter.effective_at_lt": components["schemas"]["UnixSeconds"];
        /** @description Returns only entries at or before this time. */
        "AuditFilter.effective_at_lte": components["schemas"]["UnixSeconds"];
        /** @description Returns only entries of these event types. `project.*` stands for all types that begin with `project.`. */
        "AuditFilter.event_types": components["schemas"]["AuditEventFilter"][];
        /** @description Returns only entries of these projects. */
        "AuditFilter.project_ids": components["schemas"]["Id"][];
        /** @description Returns only entries about these resources. */
        "AuditFilter.resource_ids": components["schemas"]["Id"][];
        /**
         * @description Returns only entries that contain this text, in upper or lower case. The server searches event types, ids, e-mail
         *     addresses, IP addresses and details.
         */
        "AuditFilter.search": string;
        /**
         * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
         *     organization is meant. `OpenAI-Organization` is a synonym.
         */
        "ContextHeaders.compatOrganization": components["schemas"]["Id"];
        /**
         * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
         *     synonym.
         */
        "ContextHeaders.compatProject": components["schemas"]["Id"];
        /**
         * @description Additional content. `file_search_call.results` shows the results of searches. Other values have no effect. Send
         *     repeated `include` or `include[]` parameters.
         */
        ConversationItemInclude: components["schemas"]["ResponseIncludable"][];
        /** @description The item's id. */
        "ConversationItemPath.item_id": components["schemas"]["Id"];
        /** @description The conversation's id. */
        ConversationPath: components["schemas"]["Id"];
        /** @description Returns one result per group; by default one result for everything. */
        "CostsQuery.group_by": components["schemas"]["CostGroup"][];
        /** @description The maximum number of buckets. The upper bound is 180 days, 168 hours or 1440 minutes; the default is 7, 24 or 60. */
        "CostsQuery.limit": number;
        /** @description Returns only costs of these models. */
        "CostsQuery.line_items": components["schemas"]["ModelId"][];
        /** @description The path after `/v1/`. */
        CustomEndpointPath: components["schemas"]["EndpointRest"];
        /** @description The batch's id. */
        "FileBatchPath.batch_id": components["schemas"]["Id"];
        /** @description The file's id. */
        FilePath: components["schemas"]["Id"];
        /** @description The group's id. */
        GroupPath: components["schemas"]["Id"];
        /** @description For GET the id of an organization, for DELETE the id of an invitation. */
        InvitationsPath: components["schemas"]["Id"];
        /** @description The id of the invite, which is an invitation. */
        InvitePath: components["schemas"]["Id"];
        /** @description The key's id. */
        KeyPath: components["schemas"]["Id"];
        /** @description The negotiated version of the protocol. */
        "McpCall.mcpProtocolVersion": string;
        /**
         * @description The session id that the MCP server assigned. A session belongs to one project: other projects get 404, as for an
         *     unknown session. A session also becomes unknown 30 days after the MCP server last sent its id.
         */
        "McpCall.mcpSessionId": string;
        /** @description The prefix of the MCP server in the configuration. */
        "McpCall.prefix": components["schemas"]["McpPrefix"];
        /** @description The `method` in the body. The server sends it to the MCP server if the client does not. */
        "McpMessage.mcpMethod": string;
        /**
         * @description The tool, prompt, resource or task that the body names, encoded as the protocol says. The server sends it to the
         *     MCP server if the client does not.
         */
        "McpMessage.mcpName": string;
        /** @description Anthropic's SDKs send this parameter with beta features. It has no effect: `anthropic-beta` names the features. */
        MessagesQuery: boolean;
        /**
         * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
         *     user's default organization is meant. `OpenAI-Organization` is a synonym.
         */
        OrganizationHeader: components["schemas"]["Id"];
        /** @description The organization's id. */
        OrganizationPath: components["schemas"]["Id"];
        /** @description The file's name. */
        "PanelAssetPath.file": string;
        /** @description The version of the panel. */
        "PanelAssetPath.version": string;
        /** @description The project's id. */
        ProjectPath: components["schemas"]["Id"];
        /**
         * @description A unique string that the client chooses for each creation. A repeated request creates nothing and gets the first
         *     response, including the value of a new API key. It must have the same credential, the same body and the same
         *     `Idempotency-Key`, within 24 hours. If the API key was deleted meanwhile, its `status` is `deleted` and its `value` is
         *     masked. A refused request does not use the `Idempotency-Key` up.
         */
        Repeatable: string;
        /** @description Additional output that the upstream includes. Send repeated `include` or `include[]` parameters. */
        ResponseInclude: components["schemas"]["ResponseIncludable"][];
        /** @description The id of a response of this project. */
        ResponsePath: components["schemas"]["ResponseId"];
        /** @description The role's id. */
        RolePath: components["schemas"]["Id"];
        /** @description `true` adds `total` to the answer: the number of rows that match the search and the filters, on all pages. */
        "Search.include_total": boolean;
        /**
         * @description Returns only rows that have this text in a name, file name, e-mail address or id. Project and organization keys are
         *     also found by the visible part of their value, and webhook deliveries by the id and the type of their event. The
         *     case of ASCII letters is ignored. All other characters are compared exactly, after Unicode normalization (NFC).
         */
        "Search.search": string;
        /** @description Accepted for compatibility. */
        "UnservedUsageQuery.group_by": components["schemas"]["UnservedGroup"][];
        /** @description The upload's id. */
        UploadPath: components["schemas"]["Id"];
        /** @description Returns only requests with these keys. */
        "UsageQuery.api_key_ids": components["schemas"]["Id"][];
        /** @description The length of a bucket. */
        "UsageQuery.bucket_width": components["schemas"]["UsageBucketWidth"];
        /** @description The report ends before this time. The default is now. The report is empty if `start_time` is later. */
        "UsageQuery.end_time": components["schemas"]["UnixSeconds"];
        /** @description Returns one result per group; by default one result for everything. */
        "UsageQuery.group_by": components["schemas"]["UsageGroup"][];
        /** @description The maximum number of buckets. The upper bound is 31 days, 168 hours or 1440 minutes; the default is 7, 24 or 60. */
        "UsageQuery.limit": number;
        /** @description Returns only usage of these models. */
        "UsageQuery.models": components["schemas"]["ModelId"][];
        /** @description The `next_page` of the previous page. */
        "UsageQuery.page": components["schemas"]["UsagePageCursor"];
        /** @description Returns only usage of these projects. */
        "UsageQuery.project_ids": components["schemas"]["Id"][];
        /** @description The report begins with the bucket that contains this time. The default is 6 days ago. */
        "UsageQuery.start_time": components["schemas"]["UnixSeconds"];
        /** @description Returns only requests that these users made without a key. */
        "UsageQuery.user_ids": components["schemas"]["Id"][];
        /** @description The user's id. */
        UserPath: components["schemas"]["Id"];
        /** @description The file's id. */
        "VectorStoreFilePath.file_id": components["schemas"]["Id"];
        /** @description Returns only files with this status. */
        "VectorStoreFileWindow.filter": components["schemas"]["VectorStoreFileStatus"];
        /** @description The vector store's id. */
        VectorStorePath: components["schemas"]["Id"];
        /** @description The id of the delivery. */
        "WebhookDeliveryPath.delivery_id": components["schemas"]["Id"];
        /** @description The number of the attempt, starting at 1. This header is not signed. */
        "WebhookHeaders.webhookAttempt": number;
        /** @description The id of the event, the same in all attempts. This header is not signed; `id` in the body is. */
        "WebhookHeaders.webhookEventId": components["schemas"]["Id"];
        /** @description The id of this attempt, or, with `standard` signing, of the event. */
        "WebhookHeaders.webhookId": components["schemas"]["Id"];
        /**
         * @description `v1,` and the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}`. `dual` signing, and a
         *     rotation that keeps the old secret for 24 hours, send several signatures, separated by spaces.
         */
        "WebhookHeaders.webhookSignature": string;
        /** @description The time of signing. Refuse events whose time is more than five minutes off. */
        "WebhookHeaders.webhookTimestamp": components["schemas"]["UnixSeconds"];
        /** @description The maximum number of rows in the page. */
        Limit: number;
        /** @description The order by creation time: `asc` lists the oldest rows first. */
        OrderParameter: components["schemas"]["Order"];
        /**
         * @description Returns only rows after this id, in the order of the list. The id of a deleted row is still a valid cursor. With
         *     `before`, the two ids span an open interval, listed from `after`.
         */
        After: components["schemas"]["RoleCursor"];
        /**
         * @description Returns only rows before this id, in the order of the list: those nearest to it. `has_more` is `true` if further
         *     rows precede them.
         */
        Before: components["schemas"]["RoleCursor"];
        /** @description The model's id. Send a slash in the id as `%2F`. */
        ModelParameter: components["schemas"]["ModelId"];
    };
    requestBodies: never;
    headers: {
        /** @description Names this request in the logs of the server. */
        RequestId: string;
        /** @description The time to wait in seconds, at most 60. */
        RetryAfter: number;
        /** @description The same time in milliseconds. Some clients prefer this header. */
        RetryAfterMs: number;
        /** @description The number of requests allowed per minute. */
        XRatelimitLimitRequests: number;
        /** @description The number of requests that remain. */
        XRatelimitRemainingRequests: number;
        /** @description The time until the full number of requests is available again, such as `12s`. */
        XRatelimitResetRequests: string;
        /** @description The number of tokens allowed per minute. */
        XRatelimitLimitTokens: number;
        /** @description The number of tokens that remain. */
        XRatelimitRemainingTokens: number;
        /** @description The time until the full number of tokens is available again, such as `12s`. */
        XRatelimitResetTokens: string;
        /** @description `false` if the database was lost during the commit: the change may have been made. */
        XShouldRetry: "false";
        /** @description `Bearer`, or `Bearer error="invalid_token"` if the token of the request is not valid. */
        WWWAuthenticate: string;
        /** @description The processing time that the upstream reports, in milliseconds. */
        OpenaiProcessingMs: string;
        /** @description Members of the body that changed nothing, because this operation does not know or ignores them: at most five names, separated by commas, percent-encoded. */
        SvcIgnoredFields: string;
        /**
         * @description The search looked only at rows created after this time, in Unix seconds: the newest 200,000 of a longer list. The
         *     answer then has no `total`.
         */
        SvcSearchedUntil: components["schemas"]["UnixSeconds"];
        /** @description The entity tag that the client sent. */
        ETag: string;
        /** @description Sent while the status is `in_progress`: the milliseconds to wait before the next poll. */
        OpenaiPollAfterMs: number;
        /**
         * @description The session cookie: `HttpOnly`, `SameSite=Lax`, for every path. Over TLS it is `Secure` and its name begins with
         *     `__Host-`.
         */
        SetCookie: string;
        /** @description The session that begins with this answer. */
        McpSessionId: string;
        /** @description The version of the protocol that the MCP server speaks. */
        McpProtocolVersion: string;
        /**
         * @description The types of the tools that were left out, because the model's upstream has only chat completions: at most five,
         *     separated by commas, percent-encoded.
         */
        SvcIgnoredTools: string;
        /** @description `vector_store_large`: see the store's `warning`. */
        SvcWarning: "vector_store_large";
        /** @description When to retry, as the upstream says: a number of seconds, or a date. */
        UpstreamRetryAfter: string;
        /** @description `false` if the same request would fail again, as the upstream says. */
        UpstreamXShouldRetry: "true" | "false";
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
            /** @description A redirect to the panel. */
            302: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /** @description The path of the panel. */
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
                 * @description Returns only rows after this id, in the order of the list. The id of a deleted row is still a valid cursor. With
                 *     `before`, the two ids span an open interval, listed from `after`.
                 */
                after?: components["schemas"]["AuditCursor"];
                /**
                 * @description Returns only rows before this id, in the order of the list: those nearest to it. `has_more` is `true` if further
                 *     rows precede them.
                 */
                before?: components["schemas"]["AuditCursor"];
                /** @description The maximum number of rows in the page. */
                limit: components["parameters"]["Limit"];
                /** @description The order by creation time: `desc` lists the newest rows first. */
                order: components["schemas"]["Order"];
                /** @description Returns only entries of these event types. `project.*` stands for all types that begin with `project.`. */
                event_types?: components["parameters"]["AuditFilter.event_types"];
                /**
                 * @description Returns only entries that contain this text, in upper or lower case. The server searches event types, ids, e-mail
                 *     addresses, IP addresses and details.
                 */
                search?: components["parameters"]["AuditFilter.search"];
                /** @description Returns only entries whose actor is one of these users or keys. */
                actor_ids?: components["parameters"]["AuditFilter.actor_ids"];
                /** @description Returns only what the users with these e-mail addresses did without a key. */
                actor_emails?: components["parameters"]["AuditFilter.actor_emails"];
                /** @description Returns only entries of these projects. */
                project_ids?: components["parameters"]["AuditFilter.project_ids"];
                /** @description Returns only entries about these resources. */
                resource_ids?: components["parameters"]["AuditFilter.resource_ids"];
                /** @description Returns only entries after this time. */
                "effective_at[gt]"?: components["parameters"]["AuditFilter.effective_at_gt"];
                /** @description Returns only entries at or after this time. */
                "effective_at[gte]"?: components["parameters"]["AuditFilter.effective_at_gte"];
                /** @description Returns only entries before this time. */
                "effective_at[lt]"?: components["parameters"]["AuditFilter.effective_at_lt"];
                /** @description Returns only entries at or before this time. */
                "effective_at[lte]"?: components["parameters"]["AuditFilter.effective_at_lte"];
                /** @description Returns only entries of this organization. */
                organization_id?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the audit log. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /**
                     * @description The time of the last entry that the server looked at. Present if the page has fewer rows than
                     *     `limit` because the server looked at 10,000 entries: `has_more` is true, and `last_id` is the cursor of the next
                     *     page (`first_id` if you page with `before`).
                     */
                    "svc-searched-until"?: components["schemas"]["UnixSeconds"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogList"];
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
    getAdminConfig: {
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
                    "application/json": components["schemas"]["AdminConfig"];
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
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminConfig"];
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
    getDoctorReport: {
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
                    "application/json": components["schemas"]["DoctorReport"];
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
                 * @description Returns only rows after this id, in the order of the list. The id of a deleted row is still a valid cursor. With
                 *     `before`, the two ids span an open interval, listed from `after`.
                 */
                after?: components["schemas"]["OrganizationCursor"];
                /**
                 * @description Returns only rows before this id, in the order of the list: those nearest to it. `has_more` is `true` if further
                 *     rows precede them.
                 */
                before?: components["schemas"]["OrganizationCursor"];
                /** @description The maximum number of rows in the page. */
                limit: components["parameters"]["Limit"];
                /** @description The order by creation time: `desc` lists the newest rows first. */
                order: components["schemas"]["Order"];
                /**
                 * @description Returns only rows that have this text in a name, file name, e-mail address or id. Project and organization keys are
                 *     also found by the visible part of their value, and webhook deliveries by the id and the type of their event. The
                 *     case of ASCII letters is ignored. All other characters are compared exactly, after Unicode normalization (NFC).
                 */
                search?: components["parameters"]["Search.search"];
                /** @description `true` adds `total` to the answer: the number of rows that match the search and the filters, on all pages. */
                include_total?: components["parameters"]["Search.include_total"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer of a list that can be searched. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "svc-searched-until": components["headers"]["SvcSearchedUntil"];
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
                 * @description A unique string that the client chooses for each creation. A repeated request creates nothing and gets the first
                 *     response, including the value of a new API key. It must have the same credential, the same body and the same
                 *     `Idempotency-Key`, within 24 hours. If the API key was deleted meanwhile, its `status` is `deleted` and its `value` is
                 *     masked. A refused request does not use the `Idempotency-Key` up.
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
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationEnvelope"];
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
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationEnvelope"];
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
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationEnvelope"];
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
    testUpstreams: {
        parameters: {
            query?: {
                /** @description Tests only the upstream with this name. */
                name?: components["schemas"]["UpstreamWord"];
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
                    "application/json": components["schemas"]["UpstreamTests"];
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
                 * @description Returns only rows after this id, in the order of the list. The id of a deleted row is still a valid cursor. With
                 *     `before`, the two ids span an open interval, listed from `after`.
                 */
                after?: components["schemas"]["UserCursor"];
                /**
                 * @description Returns only rows before this id, in the order of the list: those nearest to it. `has_more` is `true` if further
                 *     rows precede them.
                 */
                before?: components["schemas"]["UserCursor"];
                /** @description The maximum number of rows in the page. */
                limit: components["parameters"]["Limit"];
                /** @description The order by creation time: `desc` lists the newest rows first. */
                order: components["schemas"]["Order"];
                /**
                 * @description Returns only rows that have this text in a name, file name, e-mail address or id. Project and organization keys are
                 *     also found by the visible part of their value, and webhook deliveries by the id and the type of their event. The
                 *     case of ASCII letters is ignored. All other characters are compared exactly, after Unicode normalization (NFC).
                 */
                search?: components["parameters"]["Search.search"];
                /** @description `true` adds `total` to the answer: the number of rows that match the search and the filters, on all pages. */
                include_total?: components["parameters"]["Search.include_total"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer of a list that can be searched. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "svc-searched-until": components["headers"]["SvcSearchedUntil"];
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
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique string that the client chooses for each creation. A repeated request creates nothing and gets the first
                 *     response, including the value of a new API key. It must have the same credential, the same body and the same
                 *     `Idempotency-Key`, within 24 hours. If the API key was deleted meanwhile, its `status` is `deleted` and its `value` is
                 *     masked. A refused request does not use the `Idempotency-Key` up.
                 */
                "Idempotency-Key"?: components["parameters"]["Repeatable"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUserRequest"];
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
                    "application/json": components["schemas"]["CreatedUser"];
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
    createPasswordLink: {
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
                    "application/json": components["schemas"]["PasswordLink"];
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
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "svc-ignored-fields": components["headers"]["SvcIgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginTokens"];
                };
            };
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
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "svc-ignored-fields": components["headers"]["SvcIgnoredFields"];
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
    getSetup: {
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
                    "application/json": components["schemas"]["Setup"];
                };
            };
            400: components["responses"]["BadRequest"];
            422: components["responses"]["UnprocessableEntity"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createFirstAdmin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateFirstAdminRequest"];
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
            /** @description The API reference. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /** @description The entity tag. It changes when the reference changes. */
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
    getDocsFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the guide or of the file. */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A guide, or a file that the pages of `/docs` load. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /** @description The entity tag. It changes when the file changes. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": components["schemas"]["DocsText"];
                    "text/css; charset=utf-8": components["schemas"]["DocsText"];
                    "text/javascript; charset=utf-8": components["schemas"]["DocsText"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
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
            /** @description The server has had no writable database for longer than `SVC_DATABASE_LOST_SECONDS`. */
            503: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseLost"];
                };
            };
        };
    };
    listenToMcpServer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
                /**
                 * @description The session id that the MCP server assigned. A session belongs to one project: other projects get 404, as for an
                 *     unknown session. A session also becomes unknown 30 days after the MCP server last sent its id.
                 */
                "mcp-session-id"?: components["parameters"]["McpCall.mcpSessionId"];
                /** @description The negotiated version of the protocol. */
                "mcp-protocol-version"?: components["parameters"]["McpCall.mcpProtocolVersion"];
                /**
                 * @description The id of the last event that the client received. The stream continues after this event. It is ignored without an
                 *     `mcp-session-id`.
                 */
                "last-event-id"?: string;
            };
            path: {
                /** @description The prefix of the MCP server in the configuration. */
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
            /** @description The response of the MCP server. */
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
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
                /**
                 * @description The session id that the MCP server assigned. A session belongs to one project: other projects get 404, as for an
                 *     unknown session. A session also becomes unknown 30 days after the MCP server last sent its id.
                 */
                "mcp-session-id"?: components["parameters"]["McpCall.mcpSessionId"];
                /** @description The negotiated version of the protocol. */
                "mcp-protocol-version"?: components["parameters"]["McpCall.mcpProtocolVersion"];
                /** @description The `method` in the body. The server sends it to the MCP server if the client does not. */
                "mcp-method"?: components["parameters"]["McpMessage.mcpMethod"];
                /**
                 * @description The tool, prompt, resource or task that the body names, encoded as the protocol says. The server sends it to the
                 *     MCP server if the client does not.
                 */
                "mcp-name"?: components["parameters"]["McpMessage.mcpName"];
            };
            path: {
                /** @description The prefix of the MCP server in the configuration. */
                prefix: components["parameters"]["McpCall.prefix"];
            };
            cookie?: never;
        };
        /** @description One JSON-RPC message, or a list of them. */
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
            /** @description The response of the MCP server. */
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
                    "svc-ignored-fields": components["headers"]["SvcIgnoredFields"];
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
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
                /**
                 * @description The session id that the MCP server assigned. A session belongs to one project: other projects get 404, as for an
                 *     unknown session. A session also becomes unknown 30 days after the MCP server last sent its id.
                 */
                "mcp-session-id"?: components["parameters"]["McpCall.mcpSessionId"];
                /** @description The negotiated version of the protocol. */
                "mcp-protocol-version"?: components["parameters"]["McpCall.mcpProtocolVersion"];
            };
            path: {
                /** @description The prefix of the MCP server in the configuration. */
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
            /** @description The response of the MCP server. */
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
            /** @description The metrics of the server. */
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
            query?: {
                /** @description The form of the document. Without it, the document is returned as it is. */
                for?: components["schemas"]["DocumentForm"];
            };
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
                    /** @description The entity tag. It changes when the document changes. */
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
            /** @description The page of the web panel. All panel paths serve the same page. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /** @description The entity tag. It changes when the panel changes. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": components["schemas"]["PanelText"];
                };
            };
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
                /** @description The version of the panel. */
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
                    /** @description The file may be cached for good: each version has its own path. */
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
            /** @description The page of the web panel. All panel paths serve the same page. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /** @description The entity tag. It changes when the panel changes. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": components["schemas"]["PanelText"];
                };
            };
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
            /** @description The page of the web panel. All panel paths serve the same page. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /** @description The entity tag. It changes when the panel changes. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": components["schemas"]["PanelText"];
                };
            };
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
            /** @description The page of the web panel. All panel paths serve the same page. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /** @description The entity tag. It changes when the panel changes. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": components["schemas"]["PanelText"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            422: components["responses"]["UnprocessableEntity"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPanelSetup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page of the web panel. All panel paths serve the same page. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /** @description The entity tag. It changes when the panel changes. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": components["schemas"]["PanelText"];
                };
            };
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
            /** @description The server can serve requests. */
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
            /** @description A dependency of the server is unavailable, or the server is about to stop. */
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
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
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
                    "text/event-stream": unknown;
                };
            };
            400: components["responses"]["CallBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CallNotFound"];
            409: components["responses"]["CallConflict"];
            413: components["responses"]["CallPayloadTooLarge"];
            415: components["responses"]["CallUnsupportedMediaType"];
            422: components["responses"]["CallUnprocessableEntity"];
            429: components["responses"]["CallTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            "4XX": components["responses"]["CallRefusal"];
        };
    };
    createCompletion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
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
                    "text/event-stream": unknown;
                };
            };
            400: components["responses"]["CallBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CallNotFound"];
            409: components["responses"]["CallConflict"];
            413: components["responses"]["CallPayloadTooLarge"];
            415: components["responses"]["CallUnsupportedMediaType"];
            422: components["responses"]["CallUnprocessableEntity"];
            429: components["responses"]["CallTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            "4XX": components["responses"]["CallRefusal"];
        };
    };
    createConversation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateConversationRequest"];
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
                    "application/json": components["schemas"]["Conversation"];
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
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getConversation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The conversation's id. */
                conversation_id: components["parameters"]["ConversationPath"];
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
                    "application/json": components["schemas"]["Conversation"];
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
    updateConversation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The conversation's id. */
                conversation_id: components["parameters"]["ConversationPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateConversationRequest"];
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
                    "application/json": components["schemas"]["Conversation"];
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
            507: components["responses"]["InsufficientStorage"];
        };
    };
    deleteConversation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The conversation's id. */
                conversation_id: components["parameters"]["ConversationPath"];
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
                    "application/json": components["schemas"]["DeletedConversation"];
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
    listConversationItems: {
        parameters: {
            query: {
                /**
                 * @description Returns only rows after this id, in the order of the list. The id of a deleted row is still a valid cursor. With
                 *     `before`, the two ids span an open interval, listed from `after`.
                 */
                after?: components["schemas"]["ConversationItemCursor"];
                /**
                 * @description Returns only rows before this id, in the order of the list: those nearest to it. `has_more` is `true` if further
                 *     rows precede them.
                 */
                before?: components["schemas"]["ConversationItemCursor"];
                /** @description The maximum number of rows in the page. */
                limit: components["parameters"]["Limit"];
                /** @description The order by creation time: `desc` lists the newest rows first. */
                order: components["schemas"]["Order"];
                /**
                 * @description Additional content. `file_search_call.results` shows the results of searches. Other values have no effect. Send
                 *     repeated `include` or `include[]` parameters.
                 */
                include?: components["parameters"]["ConversationItemInclude"];
            };
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The conversation's id. */
                conversation_id: components["parameters"]["ConversationPath"];
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
                    "application/json": components["schemas"]["ConversationItemList"];
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
    createConversationItems: {
        parameters: {
            query?: {
                /**
                 * @description Additional content. `file_search_call.results` shows the results of searches. Other values have no effect. Send
                 *     repeated `include` or `include[]` parameters.
                 */
                include?: components["parameters"]["ConversationItemInclude"];
            };
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The conversation's id. */
                conversation_id: components["parameters"]["ConversationPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateConversationItemsRequest"];
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
                    "application/json": components["schemas"]["ConversationItemList"];
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
    getConversationItem: {
        parameters: {
            query?: {
                /**
                 * @description Additional content. `file_search_call.results` shows the results of searches. Other values have no effect. Send
                 *     repeated `include` or `include[]` parameters.
                 */
                include?: components["parameters"]["ConversationItemInclude"];
            };
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The conversation's id. */
                conversation_id: components["parameters"]["ConversationPath"];
                /** @description The item's id. */
                item_id: components["parameters"]["ConversationItemPath.item_id"];
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
                    "application/json": components["schemas"]["ConversationItem"];
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
    deleteConversationItem: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The conversation's id. */
                conversation_id: components["parameters"]["ConversationPath"];
                /** @description The item's id. */
                item_id: components["parameters"]["ConversationItemPath.item_id"];
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
                    "application/json": components["schemas"]["Conversation"];
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
    createEmbedding: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
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
            400: components["responses"]["CallBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CallNotFound"];
            409: components["responses"]["CallConflict"];
            413: components["responses"]["CallPayloadTooLarge"];
            415: components["responses"]["CallUnsupportedMediaType"];
            422: components["responses"]["CallUnprocessableEntity"];
            429: components["responses"]["CallTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            "4XX": components["responses"]["CallRefusal"];
        };
    };
    listFiles: {
        parameters: {
            query: {
                /**
                 * @description Returns only rows after this id, in the order of the list. The id of a deleted row is still a valid cursor. With
                 *     `before`, the two ids span an open interval, listed from `after`.
                 */
                after?: components["schemas"]["FileCursor"];
                /**
                 * @description Returns only rows before this id, in the order of the list: those nearest to it. `has_more` is `true` if further
                 *     rows precede them.
                 */
                before?: components["schemas"]["FileCursor"];
                /**
                 * @description Returns only rows that have this text in a name, file name, e-mail address or id. Project and organization keys are
                 *     also found by the visible part of their value, and webhook deliveries by the id and the type of their event. The
                 *     case of ASCII letters is ignored. All other characters are compared exactly, after Unicode normalization (NFC).
                 */
                search?: components["parameters"]["Search.search"];
                /** @description `true` adds `total` to the answer: the number of rows that match the search and the filters, on all pages. */
                include_total?: components["parameters"]["Search.include_total"];
                /** @description The maximum number of rows in the page. */
                limit: number;
                /** @description The order by creation time: `desc` lists the newest first. */
                order: components["schemas"]["Order"];
                /** @description Returns only files with this purpose. */
                purpose?: components["schemas"]["FilePurpose"];
            };
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer of the list of files. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /**
                     * @description The search looked only at files created after this time, in Unix seconds: the newest 200,000 of a longer list. The
                     *     answer then has no `total`.
                     */
                    "svc-searched-until"?: components["schemas"]["UnixSeconds"];
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
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
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
                    "application/json": components["schemas"]["StoredFile"];
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
            507: components["responses"]["InsufficientStorage"];
        };
    };
    retrieveFile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
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
                    "application/json": components["schemas"]["StoredFile"];
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
    deleteFile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
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
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
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
            /** @description The content of a file, always sent as an attachment. */
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
                /** @description Returns only workers after this id, in the order of the list. */
                after?: components["schemas"]["WorkerCursor"];
                /** @description The maximum number of rows in the page. */
                limit: components["parameters"]["Limit"];
            };
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
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
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
                /**
                 * @description A unique string that the client chooses for each creation. A repeated request creates nothing and gets the first
                 *     response, including the value of a new API key. It must have the same credential, the same body and the same
                 *     `Idempotency-Key`, within 24 hours. If the API key was deleted meanwhile, its `status` is `deleted` and its `value` is
                 *     masked. A refused request does not use the `Idempotency-Key` up.
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
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "svc-ignored-fields": components["headers"]["SvcIgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
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
    createInvitationLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
                /**
                 * @description A unique string that the client chooses for each creation. A repeated request creates nothing and gets the first
                 *     response, including the value of a new API key. It must have the same credential, the same body and the same
                 *     `Idempotency-Key`, within 24 hours. If the API key was deleted meanwhile, its `status` is `deleted` and its `value` is
                 *     masked. A refused request does not use the `Idempotency-Key` up.
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
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "svc-ignored-fields": components["headers"]["SvcIgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationLink"];
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
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "svc-ignored-fields": components["headers"]["SvcIgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginTokens"];
                };
            };
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
                 * @description Returns only rows after this id, in the order of the list. The id of a deleted row is still a valid cursor. With
                 *     `before`, the two ids span an open interval, listed from `after`.
                 */
                after?: components["schemas"]["InvitationCursor"];
                /**
                 * @description Returns only rows before this id, in the order of the list: those nearest to it. `has_more` is `true` if further
                 *     rows precede them.
                 */
                before?: components["schemas"]["InvitationCursor"];
                /** @description The maximum number of rows in the page. */
                limit: components["parameters"]["Limit"];
                /** @description The order by creation time: `asc` lists the oldest rows first. */
                order: components["parameters"]["OrderParameter"];
                /**
                 * @description Returns only rows that have this text in a name, file name, e-mail address or id. Project and organization keys are
                 *     also found by the visible part of their value, and webhook deliveries by the id and the type of their event. The
                 *     case of ASCII letters is ignored. All other characters are compared exactly, after Unicode normalization (NFC).
                 */
                search?: components["parameters"]["Search.search"];
                /** @description `true` adds `total` to the answer: the number of rows that match the search and the filters, on all pages. */
                include_total?: components["parameters"]["Search.include_total"];
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description For GET the id of an organization, for DELETE the id of an invitation. */
                id: components["parameters"]["InvitationsPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer of a list that can be searched. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "svc-searched-until": components["headers"]["SvcSearchedUntil"];
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
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description For GET the id of an organization, for DELETE the id of an invitation. */
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
    createMessage: {
        parameters: {
            query?: {
                /** @description Anthropic's SDKs send this parameter with beta features. It has no effect: `anthropic-beta` names the features. */
                beta?: components["parameters"]["MessagesQuery"];
            };
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageRequest"];
            };
        };
        responses: {
            /** @description A message of the model, and the tools that the model was not told of. */
            200: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "x-request-id": components["headers"]["RequestId"];
                    "svc-ignored-tools": components["headers"]["SvcIgnoredTools"];
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
                    "application/json": components["schemas"]["Message"];
                    "text/event-stream": unknown;
                };
            };
            400: components["responses"]["MessagesBadRequest"];
            401: components["responses"]["MessagesUnauthorized"];
            403: components["responses"]["MessagesForbidden"];
            404: components["responses"]["MessagesNotFound"];
            413: components["responses"]["MessagesPayloadTooLarge"];
            415: components["responses"]["MessagesUnsupportedMediaType"];
            429: components["responses"]["MessagesTooManyRequests"];
            500: components["responses"]["MessagesInternalServerError"];
            502: components["responses"]["MessagesBadGateway"];
            503: components["responses"]["MessagesServiceUnavailable"];
            504: components["responses"]["MessagesGatewayTimeout"];
            "4XX": components["responses"]["MessagesRefusal"];
        };
    };
    countMessageTokens: {
        parameters: {
            query?: {
                /** @description Anthropic's SDKs send this parameter with beta features. It has no effect: `anthropic-beta` names the features. */
                beta?: components["parameters"]["MessagesQuery"];
            };
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CountTokensRequest"];
            };
        };
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
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
                    "application/json": components["schemas"]["MessageTokenCount"];
                };
            };
            400: components["responses"]["MessagesBadRequest"];
            401: components["responses"]["MessagesUnauthorized"];
            403: components["responses"]["MessagesForbidden"];
            404: components["responses"]["MessagesNotFound"];
            413: components["responses"]["MessagesPayloadTooLarge"];
            415: components["responses"]["MessagesUnsupportedMediaType"];
            429: components["responses"]["MessagesTooManyRequests"];
            500: components["responses"]["MessagesInternalServerError"];
            502: components["responses"]["MessagesBadGateway"];
            503: components["responses"]["MessagesServiceUnavailable"];
            504: components["responses"]["MessagesGatewayTimeout"];
            "4XX": components["responses"]["MessagesRefusal"];
        };
    };
    listMessageModels: {
        parameters: {
            query: {
                /** @description Anthropic's SDKs send this parameter with beta features. It has no effect: `anthropic-beta` names the features. */
                beta?: components["parameters"]["MessagesQuery"];
                /** @description The number of models in the page. */
                limit: number;
                /** @description Returns models after this one. */
                after_id?: components["schemas"]["ModelId"];
                /** @description Returns models before this one. */
                before_id?: components["schemas"]["ModelId"];
            };
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
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
                    "request-id": components["headers"]["RequestId"];
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
                    "application/json": components["schemas"]["MessageModelList"];
                };
            };
            400: components["responses"]["MessagesBadRequest"];
            401: components["responses"]["MessagesUnauthorized"];
            403: components["responses"]["MessagesForbidden"];
            404: components["responses"]["MessagesNotFound"];
            429: components["responses"]["MessagesTooManyRequests"];
            500: components["responses"]["MessagesInternalServerError"];
            503: components["responses"]["MessagesServiceUnavailable"];
        };
    };
    getMessageModel: {
        parameters: {
            query?: {
                /** @description Anthropic's SDKs send this parameter with beta features. It has no effect: `anthropic-beta` names the features. */
                beta?: components["parameters"]["MessagesQuery"];
            };
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The model's id. Send a slash in the id as `%2F`. */
                model: components["parameters"]["ModelParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
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
                    "application/json": components["schemas"]["MessageModel"];
                };
            };
            400: components["responses"]["MessagesBadRequest"];
            401: components["responses"]["MessagesUnauthorized"];
            403: components["responses"]["MessagesForbidden"];
            404: components["responses"]["MessagesNotFound"];
            429: components["responses"]["MessagesTooManyRequests"];
            500: components["responses"]["MessagesInternalServerError"];
            503: components["responses"]["MessagesServiceUnavailable"];
        };
    };
    listModels: {
        parameters: {
            query: {
                /** @description `true` adds `additional_data` to each model. */
                additional_data: boolean;
            };
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
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
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The model's id. Send a slash in the id as `%2F`. */
                model: components["parameters"]["ModelParameter"];
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
                 * @description Returns only rows after this id, in the order of the list. The id of a deleted row is still a valid cursor. With
                 *     `before`, the two ids span an open interval, listed from `after`.
                 */
                after?: components["schemas"]["KeyCursor"];
                /**
                 * @description Returns only rows before this id, in the order of the list: those nearest to it. `has_more` is `true` if further
                 *     rows precede them.
                 */
                before?: components["schemas"]["KeyCursor"];
                /** @description The maximum number of rows in the page. */
                limit: components["parameters"]["Limit"];
                /** @description The order by creation time: `asc` lists the oldest rows first. */
                order: components["parameters"]["OrderParameter"];
                /**
                 * @description Returns only rows that have this text in a name, file name, e-mail address or id. Project and organization keys are
                 *     also found by the visible part of their value, and webhook deliveries by the id and the type of their event. The
                 *     case of ASCII letters is ignored. All other characters are compared exactly, after Unicode normalization (NFC).
                 */
                search?: components["parameters"]["Search.search"];
                /** @description `true` adds `total` to the answer: the number of rows that match the search and the filters, on all pages. */
                include_total?: components["parameters"]["Search.include_total"];
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer of a list that can be searched. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "svc-searched-until": components["headers"]["SvcSearchedUntil"];
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
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
                /**
                 * @description A unique string that the client chooses for each creation. A repeated request creates nothing and gets the first
                 *     response, including the value of a new API key. It must have the same credential, the same body and the same
                 *     `Idempotency-Key`, within 24 hours. If the API key was deleted meanwhile, its `status` is `deleted` and its `value` is
                 *     masked. A refused request does not use the `Idempotency-Key` up.
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
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
                    "application/json": components["schemas"]["AdminApiKey"];
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
    updateAdminApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminApiKey"];
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
    deleteAdminApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
    rotateAdminApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
                /**
                 * @description A unique string that the client chooses for each creation. A repeated request creates nothing and gets the first
                 *     response, including the value of a new API key. It must have the same credential, the same body and the same
                 *     `Idempotency-Key`, within 24 hours. If the API key was deleted meanwhile, its `status` is `deleted` and its `value` is
                 *     masked. A refused request does not use the `Idempotency-Key` up.
                 */
                "Idempotency-Key"?: components["parameters"]["Repeatable"];
            };
            path: {
                /** @description The key's id. */
                key_id: components["parameters"]["KeyPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateKeyRequest"];
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
    listOrganizationAuditLogs: {
        parameters: {
            query: {
                /**
                 * @description Returns only rows after this id, in the order of the list. The id of a deleted row is still a valid cursor. With
                 *     `before`, the two ids span an open interval, listed from `after`.
                 */
                after?: components["schemas"]["AuditCursor"];
                /**
                 * @description Returns only rows before this id, in the order of the list: those nearest to it. `has_more` is `true` if further
                 *     rows precede them.
                 */
                before?: components["schemas"]["AuditCursor"];
                /** @description The maximum number of rows in the page. */
                limit: components["parameters"]["Limit"];
                /** @description The order by creation time: `desc` lists the newest rows first. */
                order: components["schemas"]["Order"];
                /** @description Returns only entries of these event types. `project.*` stands for all types that begin with `project.`. */
                event_types?: components["parameters"]["AuditFilter.event_types"];
                /**
                 * @description Returns only entries that contain this text, in upper or lower case. The server searches event types, ids, e-mail
                 *     addresses, IP addresses and details.
                 */
                search?: components["parameters"]["AuditFilter.search"];
                /** @description Returns only entries whose actor is one of these users or keys. */
                actor_ids?: components["parameters"]["AuditFilter.actor_ids"];
                /** @description Returns only what the users with these e-mail addresses did without a key. */
                actor_emails?: components["parameters"]["AuditFilter.actor_emails"];
                /** @description Returns only entries of these projects. */
                project_ids?: components["parameters"]["AuditFilter.project_ids"];
                /** @description Returns only entries about these resources. */
                resource_ids?: components["parameters"]["AuditFilter.resource_ids"];
                /** @description Returns only entries after this time. */
                "effective_at[gt]"?: components["parameters"]["AuditFilter.effective_at_gt"];
                /** @description Returns only entries at or after this time. */
                "effective_at[gte]"?: components["parameters"]["AuditFilter.effective_at_gte"];
                /** @description Returns only entries before this time. */
                "effective_at[lt]"?: components["parameters"]["AuditFilter.effective_at_lt"];
                /** @description Returns only entries at or before this time. */
                "effective_at[lte]"?: components["parameters"]["AuditFilter.effective_at_lte"];
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the audit log. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /**
                     * @description The time of the last entry that the server looked at. Present if the page has fewer rows than
                     *     `limit` because the server looked at 10,000 entries: `has_more` is true, and `last_id` is the cursor of the next
                     *     page (`first_id` if you page with `before`).
                     */
                    "svc-searched-until"?: components["schemas"]["UnixSeconds"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogList"];
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
    getCosts: {
        parameters: {
            query?: {
                /** @description The report begins with the bucket that contains this time. The default is 6 days ago. */
                start_time?: components["parameters"]["UsageQuery.start_time"];
                /** @description The report ends before this time. The default is now. The report is empty if `start_time` is later. */
                end_time?: components["parameters"]["UsageQuery.end_time"];
                /** @description The length of a bucket. */
                bucket_width?: components["parameters"]["UsageQuery.bucket_width"];
                /** @description Returns only usage of these projects. */
                project_ids?: components["parameters"]["UsageQuery.project_ids"];
                /** @description Returns only requests that these users made without a key. */
                user_ids?: components["parameters"]["UsageQuery.user_ids"];
                /** @description Returns only requests with these keys. */
                api_key_ids?: components["parameters"]["UsageQuery.api_key_ids"];
                /** @description The `next_page` of the previous page. */
                page?: components["parameters"]["UsageQuery.page"];
                /** @description Returns only costs of these models. */
                line_items?: components["parameters"]["CostsQuery.line_items"];
                /** @description Returns one result per group; by default one result for everything. */
                group_by?: components["parameters"]["CostsQuery.group_by"];
                /** @description The maximum number of buckets. The upper bound is 180 days, 168 hours or 1440 minutes; the default is 7, 24 or 60. */
                limit?: components["parameters"]["CostsQuery.limit"];
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
    listGroups: {
        parameters: {
            query: {
                /**
                 * @description Returns only rows after this id, in the order of the list. The id of a deleted row is still a valid cursor. With
                 *     `before`, the two ids span an open interval, listed from `after`.
                 */
                after?: components["schemas"]["GroupCursor"];
                /**
                 * @description Returns only rows before this id, in the order of the list: those nearest to it. `has_more` is `true` if further
                 *     rows precede them.
                 */
                before?: components["schemas"]["GroupCursor"];
                /** @description The maximum number of rows in the page. */
                limit: components["parameters"]["Limit"];
                /** @description The order by creation time: `asc` lists the oldest rows first. */
                order: components["parameters"]["OrderParameter"];
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
                    "application/json": components["schemas"]["GroupList"];
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
    createGroup: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
                /**
                 * @description A unique string that the client chooses for each creation. A repeated request creates nothing and gets the first
                 *     response, including the value of a new API key. It must have the same credential, the same body and the same
                 *     `Idempotency-Key`, within 24 hours. If the API key was deleted meanwhile, its `status` is `deleted` and its `value` is
                 *     masked. A refused request does not use the `Idempotency-Key` up.
                 */
                "Idempotency-Key"?: components["parameters"]["Repeatable"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GroupRequest"];
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
                    "application/json": components["schemas"]["Group"];
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
    getGroup: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The group's id. */
                group_id: components["parameters"]["GroupPath"];
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
                    "application/json": components["schemas"]["Group"];
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
    updateGroup: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The group's id. */
                group_id: components["parameters"]["GroupPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GroupRequest"];
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
                    "application/json": components["schemas"]["Group"];
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
    deleteGroup: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The group's id. */
                group_id: components["parameters"]["GroupPath"];
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
                    "application/json": components["schemas"]["DeletedGroup"];
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
    listGroupRoles: {
        parameters: {
            query: {
                /**
                 * @description Returns only rows after this id, in the order of the list. The id of a deleted row is still a valid cursor. With
                 *     `before`, the two ids span an open interval, listed from `after`.
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Returns only rows before this id, in the order of the list: those nearest to it. `has_more` is `true` if further
                 *     rows precede them.
                 */
                before?: components["parameters"]["Before"];
                /** @description The maximum number of rows in the page. */
                limit: components["parameters"]["Limit"];
                /** @description The order by creation time: `asc` lists the oldest rows first. */
                order: components["parameters"]["OrderParameter"];
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The group's id. */
                group_id: components["parameters"]["GroupPath"];
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
                    "application/json": components["schemas"]["AssignedRoleList"];
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
    createGroupRole: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The group's id. */
                group_id: components["parameters"]["GroupPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssignRoleRequest"];
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
                    "application/json": components["schemas"]["GroupRole"];
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
    getGroupRole: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The group's id. */
                group_id: components["parameters"]["GroupPath"];
                /** @description The role's id. */
                role_id: components["parameters"]["RolePath"];
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
                    "application/json": components["schemas"]["AssignedRole"];
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
    deleteGroupRole: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The group's id. */
                group_id: components["parameters"]["GroupPath"];
                /** @description The role's id. */
                role_id: components["parameters"]["RolePath"];
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
                    "application/json": components["schemas"]["RemovedRole"];
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
    listGroupUsers: {
        parameters: {
            query: {
                /**
                 * @description Returns only rows after this id, in the order of the list. The id of a deleted row is still a valid cursor. With
                 *     `before`, the two ids span an open interval, listed from `after`.
                 */
                after?: components["schemas"]["UserCursor"];
                /**
                 * @description Returns only rows before this id, in the order of the list: those nearest to it. `has_more` is `true` if further
                 *     rows precede them.
                 */
                before?: components["schemas"]["UserCursor"];
                /** @description The maximum number of rows in the page. */
                limit: components["parameters"]["Limit"];
                /** @description The order by creation time: `asc` lists the oldest rows first. */
                order: components["parameters"]["OrderParameter"];
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The group's id. */
                group_id: components["parameters"]["GroupPath"];
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
                    "application/json": components["schemas"]["GroupUserList"];
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
    addGroupUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The group's id. */
                group_id: components["parameters"]["GroupPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddGroupUserRequest"];
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
                    "application/json": components["schemas"]["AddedGroupUser"];
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
    getGroupUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The group's id. */
                group_id: components["parameters"]["GroupPath"];
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
                    "application/json": components["schemas"]["GroupUser"];
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
    deleteGroupUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The group's id. */
                group_id: components["parameters"]["GroupPath"];
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
                    "application/json": components["schemas"]["DeletedGroupUser"];
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
    listInvites: {
        parameters: {
            query: {
                /**
                 * @description Returns only rows after this id, in the order of the list. The id of a deleted row is still a valid cursor. With
                 *     `before`, the two ids span an open interval, listed from `after`.
                 */
                after?: components["schemas"]["InvitationCursor"];
                /**
                 * @description Returns only rows before this id, in the order of the list: those nearest to it. `has_more` is `true` if further
                 *     rows precede them.
                 */
                before?: components["schemas"]["InvitationCursor"];
                /** @description The maximum number of rows in the page. */
                limit: components["parameters"]["Limit"];
                /** @description The order by creation time: `asc` lists the oldest rows first. */
                order: components["parameters"]["OrderParameter"];
                /**
                 * @description Returns only rows that have this text in a name, file name, e-mail address or id. Project and organization keys are
                 *     also found by the visible part of their value, and webhook deliveries by the id and the type of their event. The
                 *     case of ASCII letters is ignored. All other characters are compared exactly, after Unicode normalization (NFC).
                 */
                search?: components["parameters"]["Search.search"];
                /** @description `true` adds `total` to the answer: the number of rows that match the search and the filters, on all pages. */
                include_total?: components["parameters"]["Search.include_total"];
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer of a list that can be searched. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "svc-searched-until": components["headers"]["SvcSearchedUntil"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InviteList"];
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
    createInvite: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
                /**
                 * @description A unique string that the client chooses for each creation. A repeated request creates nothing and gets the first
                 *     response, including the value of a new API key. It must have the same credential, the same body and the same
                 *     `Idempotency-Key`, within 24 hours. If the API key was deleted meanwhile, its `status` is `deleted` and its `value` is
                 *     masked. A refused request does not use the `Idempotency-Key` up.
                 */
                "Idempotency-Key"?: components["parameters"]["Repeatable"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInviteRequest"];
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
                    "application/json": components["schemas"]["Invite"];
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
    getInvite: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The id of the invite, which is an invitation. */
                invite_id: components["parameters"]["InvitePath"];
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
                    "application/json": components["schemas"]["Invite"];
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
    deleteInvite: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The id of the invite, which is an invitation. */
                invite_id: components["parameters"]["InvitePath"];
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
                    "application/json": components["schemas"]["DeletedInvite"];
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
    getOrganizationOverview: {
        parameters: {
            query?: {
                /** @description Returns the overview of this project only. An id that is not of this organization's projects finds nothing. */
                project_id?: components["schemas"]["Id"];
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
                    "application/json": components["schemas"]["OrganizationOverview"];
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
                 * @description Returns only rows after this id, in the order of the list. The id of a deleted row is still a valid cursor. With
                 *     `before`, the two ids span an open interval, listed from `after`.
                 */
                after?: components["schemas"]["ProjectCursor"];
                /**
                 * @description Returns only rows before this id, in the order of the list: those nearest to it. `has_more` is `true` if further
                 *     rows precede them.
                 */
                before?: components["schemas"]["ProjectCursor"];
                /** @description The maximum number of rows in the page. */
                limit: components["parameters"]["Limit"];
                /** @description The order by creation time: `desc` lists the newest rows first. */
                order: components["schemas"]["Order"];
                /**
                 * @description Returns only rows that have this text in a name, file name, e-mail address or id. Project and organization keys are
                 *     also found by the visible part of their value, and webhook deliveries by the id and the type of their event. The
                 *     case of ASCII letters is ignored. All other characters are compared exactly, after Unicode normalization (NFC).
                 */
                search?: components["parameters"]["Search.search"];
                /** @description `true` adds `total` to the answer: the number of rows that match the search and the filters, on all pages. */
                include_total?: components["parameters"]["Search.include_total"];
                /** @description `true` also lists archived projects. */
                include_archived: boolean;
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer of a list that can be searched. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "svc-searched-until": components["headers"]["SvcSearchedUntil"];
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
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
                /**
                 * @description A unique string that the client chooses for each creation. A repeated request creates nothing and gets the first
                 *     response, including the value of a new API key. It must have the same credential, the same body and the same
                 *     `Idempotency-Key`, within 24 hours. If the API key was deleted meanwhile, its `status` is `deleted` and its `value` is
                 *     masked. A refused request does not use the `Idempotency-Key` up.
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
                    "svc-ignored-fields": components["headers"]["SvcIgnoredFields"];
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
                     *       "mcp_tools": {
                     *         "docs": [
                     *           "search"
                     *         ]
                     *       },
                     *       "limits": {
                     *         "requests_per_minute": 600,
                     *         "tokens_per_minute": null,
                     *         "tokens_per_day": null,
                     *         "tokens_per_month": null,
                     *         "vector_store_bytes": null,
                     *         "file_bytes": null
                     *       },
                     *       "has_spend_limit": false,
                     *       "webhook_url": "https://hooks.example.com/svc",
                     *       "webhook_secret": "a secret of your own",
                     *       "webhook_signing": "literal",
                     *       "webhook_disabled_at": null,
                     *       "spend_threshold_events": false,
                     *       "store_responses": true
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
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
                    "application/json": components["schemas"]["Project"];
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
    updateProject: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
            /** @description A project as the update leaves it. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /**
                     * @description `webhook_secret_not_shown`: the update made a webhook secret, which no answer shows. Send `webhook_secret` to choose
                     *     one that you know.
                     */
                    "svc-warning"?: "webhook_secret_not_shown";
                    "svc-ignored-fields": components["headers"]["SvcIgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
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
    listProjectApiKeys: {
        parameters: {
            query: {
                /**
                 * @description Returns only rows after this id, in the order of the list. The id of a deleted row is still a valid cursor. With
                 *     `before`, the two ids span an open interval, listed from `after`.
                 */
                after?: components["schemas"]["KeyCursor"];
                /**
                 * @description Returns only rows before this id, in the order of the list: those nearest to it. `has_more` is `true` if further
                 *     rows precede them.
                 */
                before?: components["schemas"]["KeyCursor"];
                /** @description The maximum number of rows in the page. */
                limit: components["parameters"]["Limit"];
                /** @description The order by creation time: `asc` lists the oldest rows first. */
                order: components["parameters"]["OrderParameter"];
                /**
                 * @description Returns only rows that have this text in a name, file name, e-mail address or id. Project and organization keys are
                 *     also found by the visible part of their value, and webhook deliveries by the id and the type of their event. The
                 *     case of ASCII letters is ignored. All other characters are compared exactly, after Unicode normalization (NFC).
                 */
                search?: components["parameters"]["Search.search"];
                /** @description `true` adds `total` to the answer: the number of rows that match the search and the filters, on all pages. */
                include_total?: components["parameters"]["Search.include_total"];
                /**
                 * @description `active` returns only keys whose owner still has access to the project, `inactive` only the others. `any`, the
                 *     default, returns both.
                 */
                owner_project_access?: "active" | "inactive" | "any";
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
            /** @description The answer of a list that can be searched. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "svc-searched-until": components["headers"]["SvcSearchedUntil"];
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
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
                /**
                 * @description A unique string that the client chooses for each creation. A repeated request creates nothing and gets the first
                 *     response, including the value of a new API key. It must have the same credential, the same body and the same
                 *     `Idempotency-Key`, within 24 hours. If the API key was deleted meanwhile, its `status` is `deleted` and its `value` is
                 *     masked. A refused request does not use the `Idempotency-Key` up.
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
                "application/json": components["schemas"]["CreateProjectKeyRequest"];
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
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
                    "application/json": components["schemas"]["ProjectApiKey"];
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
    updateProjectApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
                "application/json": components["schemas"]["UpdateProjectKeyRequest"];
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
                    "application/json": components["schemas"]["ProjectApiKey"];
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
    deleteProjectApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
    rotateProjectApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
                /**
                 * @description A unique string that the client chooses for each creation. A repeated request creates nothing and gets the first
                 *     response, including the value of a new API key. It must have the same credential, the same body and the same
                 *     `Idempotency-Key`, within 24 hours. If the API key was deleted meanwhile, its `status` is `deleted` and its `value` is
                 *     masked. A refused request does not use the `Idempotency-Key` up.
                 */
                "Idempotency-Key"?: components["parameters"]["Repeatable"];
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
                "application/json": components["schemas"]["RotateKeyRequest"];
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
    archiveProject: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
                    "application/json": components["schemas"]["Project"];
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
    listProjectGroups: {
        parameters: {
            query: {
                /**
                 * @description Returns only rows after this id, in the order of the list. The id of a deleted row is still a valid cursor. With
                 *     `before`, the two ids span an open interval, listed from `after`.
                 */
                after?: components["schemas"]["GroupCursor"];
                /**
                 * @description Returns only rows before this id, in the order of the list: those nearest to it. `has_more` is `true` if further
                 *     rows precede them.
                 */
                before?: components["schemas"]["GroupCursor"];
                /** @description The maximum number of rows in the page. */
                limit: components["parameters"]["Limit"];
                /** @description The order by creation time: `asc` lists the oldest rows first. */
                order: components["parameters"]["OrderParameter"];
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
                    "application/json": components["schemas"]["ProjectGroupList"];
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
    createProjectGroup: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
                "application/json": components["schemas"]["AddProjectGroupRequest"];
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
                    "application/json": components["schemas"]["ProjectGroup"];
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
    getProjectGroup: {
        parameters: {
            query: {
                /** @description The type of the group. */
                group_type: "group";
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The project's id. */
                project_id: components["parameters"]["ProjectPath"];
                /** @description The group's id. */
                group_id: components["parameters"]["GroupPath"];
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
                    "application/json": components["schemas"]["ProjectGroup"];
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
    deleteProjectGroup: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The project's id. */
                project_id: components["parameters"]["ProjectPath"];
                /** @description The group's id. */
                group_id: components["parameters"]["GroupPath"];
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
                    "application/json": components["schemas"]["RemovedProjectGroup"];
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
    getSpendLimit: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
                    "application/json": components["schemas"]["SpendLimit"];
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
    updateSpendLimit: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpendLimit"];
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
    deleteSpendLimit: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
    listProjectUsers: {
        parameters: {
            query: {
                /**
                 * @description Returns only rows after this id, in the order of the list. The id of a deleted row is still a valid cursor. With
                 *     `before`, the two ids span an open interval, listed from `after`.
                 */
                after?: components["schemas"]["UserCursor"];
                /**
                 * @description Returns only rows before this id, in the order of the list: those nearest to it. `has_more` is `true` if further
                 *     rows precede them.
                 */
                before?: components["schemas"]["UserCursor"];
                /** @description The maximum number of rows in the page. */
                limit: components["parameters"]["Limit"];
                /** @description The order by creation time: `asc` lists the oldest rows first. */
                order: components["parameters"]["OrderParameter"];
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
                    "application/json": components["schemas"]["ProjectUserList"];
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
    createProjectUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
                "application/json": components["schemas"]["AddProjectUserRequest"];
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
                    "application/json": components["schemas"]["ProjectUser"];
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
    getProjectUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The project's id. */
                project_id: components["parameters"]["ProjectPath"];
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
                    "application/json": components["schemas"]["ProjectUser"];
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
    updateProjectUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The project's id. */
                project_id: components["parameters"]["ProjectPath"];
                /** @description The user's id. */
                user_id: components["parameters"]["UserPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateProjectUserRequest"];
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
                    "application/json": components["schemas"]["ProjectUser"];
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
    deleteProjectUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The project's id. */
                project_id: components["parameters"]["ProjectPath"];
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
                    "application/json": components["schemas"]["DeletedProjectUser"];
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
                 * @description Returns only rows after this id, in the order of the list. The id of a deleted row is still a valid cursor. With
                 *     `before`, the two ids span an open interval, listed from `after`.
                 */
                after?: components["schemas"]["WebhookDeliveryCursor"];
                /**
                 * @description Returns only rows before this id, in the order of the list: those nearest to it. `has_more` is `true` if further
                 *     rows precede them.
                 */
                before?: components["schemas"]["WebhookDeliveryCursor"];
                /** @description The maximum number of rows in the page. */
                limit: components["parameters"]["Limit"];
                /** @description The order by creation time: `desc` lists the newest rows first. */
                order: components["schemas"]["Order"];
                /**
                 * @description Returns only rows that have this text in a name, file name, e-mail address or id. Project and organization keys are
                 *     also found by the visible part of their value, and webhook deliveries by the id and the type of their event. The
                 *     case of ASCII letters is ignored. All other characters are compared exactly, after Unicode normalization (NFC).
                 */
                search?: components["parameters"]["Search.search"];
                /** @description `true` adds `total` to the answer: the number of rows that match the search and the filters, on all pages. */
                include_total?: components["parameters"]["Search.include_total"];
                /** @description Returns only deliveries with this status. */
                status?: components["schemas"]["WebhookDeliveryStatus"];
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
            /** @description The answer of a list that can be searched. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "svc-searched-until": components["headers"]["SvcSearchedUntil"];
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
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
                    "application/json": components["schemas"]["WebhookDelivery"];
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
    pollWebhookEvents: {
        parameters: {
            query: {
                /** @description The `next_cursor` of the last response. */
                cursor?: components["schemas"]["WebhookEventCursor"];
                /** @description The maximum number of seconds to wait if no event is stored after the cursor. */
                wait_seconds: number;
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
                    "application/json": components["schemas"]["WebhookEventPage"];
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
    createWebhookEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
                "application/json": components["schemas"]["CreateWebhookEventRequest"];
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
                    "application/json": components["schemas"]["StoredWebhookEvent"];
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
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
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
    listRoles: {
        parameters: {
            query: {
                /**
                 * @description Returns only rows after this id, in the order of the list. The id of a deleted row is still a valid cursor. With
                 *     `before`, the two ids span an open interval, listed from `after`.
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Returns only rows before this id, in the order of the list: those nearest to it. `has_more` is `true` if further
                 *     rows precede them.
                 */
                before?: components["parameters"]["Before"];
                /** @description The maximum number of rows in the page. */
                limit: components["parameters"]["Limit"];
                /** @description The order by creation time: `asc` lists the oldest rows first. */
                order: components["parameters"]["OrderParameter"];
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
                    "application/json": components["schemas"]["RoleList"];
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
    createRole: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
                /**
                 * @description A unique string that the client chooses for each creation. A repeated request creates nothing and gets the first
                 *     response, including the value of a new API key. It must have the same credential, the same body and the same
                 *     `Idempotency-Key`, within 24 hours. If the API key was deleted meanwhile, its `status` is `deleted` and its `value` is
                 *     masked. A refused request does not use the `Idempotency-Key` up.
                 */
                "Idempotency-Key"?: components["parameters"]["Repeatable"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRoleRequest"];
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
                    "application/json": components["schemas"]["Role"];
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
    getRole: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The role's id. */
                role_id: components["parameters"]["RolePath"];
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
                    "application/json": components["schemas"]["Role"];
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
    updateRole: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The role's id. */
                role_id: components["parameters"]["RolePath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateRoleRequest"];
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
                    "application/json": components["schemas"]["Role"];
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
    deleteRole: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The role's id. */
                role_id: components["parameters"]["RolePath"];
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
                    "application/json": components["schemas"]["DeletedRole"];
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
    getOrganizationSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
                    "application/json": components["schemas"]["OrganizationSettings"];
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
    updateOrganizationSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOrganizationSettingsRequest"];
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
                    "application/json": components["schemas"]["OrganizationSettings"];
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
    getAudioSpeechesUsage: {
        parameters: {
            query?: {
                /** @description The report begins with the bucket that contains this time. The default is 6 days ago. */
                start_time?: components["parameters"]["UsageQuery.start_time"];
                /** @description The report ends before this time. The default is now. The report is empty if `start_time` is later. */
                end_time?: components["parameters"]["UsageQuery.end_time"];
                /** @description The length of a bucket. */
                bucket_width?: components["parameters"]["UsageQuery.bucket_width"];
                /** @description Returns only usage of these projects. */
                project_ids?: components["parameters"]["UsageQuery.project_ids"];
                /** @description Returns only requests that these users made without a key. */
                user_ids?: components["parameters"]["UsageQuery.user_ids"];
                /** @description Returns only requests with these keys. */
                api_key_ids?: components["parameters"]["UsageQuery.api_key_ids"];
                /** @description Returns only usage of these models. */
                models?: components["parameters"]["UsageQuery.models"];
                /** @description The maximum number of buckets. The upper bound is 31 days, 168 hours or 1440 minutes; the default is 7, 24 or 60. */
                limit?: components["parameters"]["UsageQuery.limit"];
                /** @description The `next_page` of the previous page. */
                page?: components["parameters"]["UsageQuery.page"];
                /** @description Accepted for compatibility. */
                group_by?: components["parameters"]["UnservedUsageQuery.group_by"];
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
                    "application/json": components["schemas"]["UnservedUsagePage"];
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
    getAudioTranscriptionsUsage: {
        parameters: {
            query?: {
                /** @description The report begins with the bucket that contains this time. The default is 6 days ago. */
                start_time?: components["parameters"]["UsageQuery.start_time"];
                /** @description The report ends before this time. The default is now. The report is empty if `start_time` is later. */
                end_time?: components["parameters"]["UsageQuery.end_time"];
                /** @description The length of a bucket. */
                bucket_width?: components["parameters"]["UsageQuery.bucket_width"];
                /** @description Returns only usage of these projects. */
                project_ids?: components["parameters"]["UsageQuery.project_ids"];
                /** @description Returns only requests that these users made without a key. */
                user_ids?: components["parameters"]["UsageQuery.user_ids"];
                /** @description Returns only requests with these keys. */
                api_key_ids?: components["parameters"]["UsageQuery.api_key_ids"];
                /** @description Returns only usage of these models. */
                models?: components["parameters"]["UsageQuery.models"];
                /** @description The maximum number of buckets. The upper bound is 31 days, 168 hours or 1440 minutes; the default is 7, 24 or 60. */
                limit?: components["parameters"]["UsageQuery.limit"];
                /** @description The `next_page` of the previous page. */
                page?: components["parameters"]["UsageQuery.page"];
                /** @description Accepted for compatibility. */
                group_by?: components["parameters"]["UnservedUsageQuery.group_by"];
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
                    "application/json": components["schemas"]["UnservedUsagePage"];
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
    getCodeInterpreterSessionsUsage: {
        parameters: {
            query?: {
                /** @description The report begins with the bucket that contains this time. The default is 6 days ago. */
                start_time?: components["parameters"]["UsageQuery.start_time"];
                /** @description The report ends before this time. The default is now. The report is empty if `start_time` is later. */
                end_time?: components["parameters"]["UsageQuery.end_time"];
                /** @description The length of a bucket. */
                bucket_width?: components["parameters"]["UsageQuery.bucket_width"];
                /** @description Returns only usage of these projects. */
                project_ids?: components["parameters"]["UsageQuery.project_ids"];
                /** @description Returns only requests that these users made without a key. */
                user_ids?: components["parameters"]["UsageQuery.user_ids"];
                /** @description Returns only requests with these keys. */
                api_key_ids?: components["parameters"]["UsageQuery.api_key_ids"];
                /** @description Returns only usage of these models. */
                models?: components["parameters"]["UsageQuery.models"];
                /** @description The maximum number of buckets. The upper bound is 31 days, 168 hours or 1440 minutes; the default is 7, 24 or 60. */
                limit?: components["parameters"]["UsageQuery.limit"];
                /** @description The `next_page` of the previous page. */
                page?: components["parameters"]["UsageQuery.page"];
                /** @description Accepted for compatibility. */
                group_by?: components["parameters"]["UnservedUsageQuery.group_by"];
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
                    "application/json": components["schemas"]["UnservedUsagePage"];
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
    getCompletionsUsage: {
        parameters: {
            query?: {
                /** @description The report begins with the bucket that contains this time. The default is 6 days ago. */
                start_time?: components["parameters"]["UsageQuery.start_time"];
                /** @description The report ends before this time. The default is now. The report is empty if `start_time` is later. */
                end_time?: components["parameters"]["UsageQuery.end_time"];
                /** @description The length of a bucket. */
                bucket_width?: components["parameters"]["UsageQuery.bucket_width"];
                /** @description Returns only usage of these projects. */
                project_ids?: components["parameters"]["UsageQuery.project_ids"];
                /** @description Returns only requests that these users made without a key. */
                user_ids?: components["parameters"]["UsageQuery.user_ids"];
                /** @description Returns only requests with these keys. */
                api_key_ids?: components["parameters"]["UsageQuery.api_key_ids"];
                /** @description Returns only usage of these models. */
                models?: components["parameters"]["UsageQuery.models"];
                /** @description Returns one result per group; by default one result for everything. */
                group_by?: components["parameters"]["UsageQuery.group_by"];
                /** @description The maximum number of buckets. The upper bound is 31 days, 168 hours or 1440 minutes; the default is 7, 24 or 60. */
                limit?: components["parameters"]["UsageQuery.limit"];
                /** @description The `next_page` of the previous page. */
                page?: components["parameters"]["UsageQuery.page"];
                /** @description Accepted for compatibility. `true` returns no usage, because this server has no batch jobs; `false` returns all. */
                batch?: boolean;
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
    getCompletionsLatency: {
        parameters: {
            query: {
                /** @description The report begins with the bucket that contains this time. The default is 6 days ago. */
                start_time?: components["parameters"]["UsageQuery.start_time"];
                /** @description The report ends before this time. The default is now. The report is empty if `start_time` is later. */
                end_time?: components["parameters"]["UsageQuery.end_time"];
                /** @description Returns only usage of these projects. */
                project_ids?: components["parameters"]["UsageQuery.project_ids"];
                /** @description The `next_page` of the previous page. */
                page?: components["parameters"]["UsageQuery.page"];
                /** @description The maximum number of days. */
                limit: number;
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
                    "application/json": components["schemas"]["CompletionsLatencyPage"];
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
                /** @description The report begins with the bucket that contains this time. The default is 6 days ago. */
                start_time?: components["parameters"]["UsageQuery.start_time"];
                /** @description The report ends before this time. The default is now. The report is empty if `start_time` is later. */
                end_time?: components["parameters"]["UsageQuery.end_time"];
                /** @description The length of a bucket. */
                bucket_width?: components["parameters"]["UsageQuery.bucket_width"];
                /** @description Returns only usage of these projects. */
                project_ids?: components["parameters"]["UsageQuery.project_ids"];
                /** @description Returns only requests that these users made without a key. */
                user_ids?: components["parameters"]["UsageQuery.user_ids"];
                /** @description Returns only requests with these keys. */
                api_key_ids?: components["parameters"]["UsageQuery.api_key_ids"];
                /** @description Returns only usage of these models. */
                models?: components["parameters"]["UsageQuery.models"];
                /** @description Returns one result per group; by default one result for everything. */
                group_by?: components["parameters"]["UsageQuery.group_by"];
                /** @description The maximum number of buckets. The upper bound is 31 days, 168 hours or 1440 minutes; the default is 7, 24 or 60. */
                limit?: components["parameters"]["UsageQuery.limit"];
                /** @description The `next_page` of the previous page. */
                page?: components["parameters"]["UsageQuery.page"];
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
    getFileSearchCallsUsage: {
        parameters: {
            query?: {
                /** @description The report begins with the bucket that contains this time. The default is 6 days ago. */
                start_time?: components["parameters"]["UsageQuery.start_time"];
                /** @description The report ends before this time. The default is now. The report is empty if `start_time` is later. */
                end_time?: components["parameters"]["UsageQuery.end_time"];
                /** @description The length of a bucket. */
                bucket_width?: components["parameters"]["UsageQuery.bucket_width"];
                /** @description Returns only usage of these projects. */
                project_ids?: components["parameters"]["UsageQuery.project_ids"];
                /** @description Returns only requests that these users made without a key. */
                user_ids?: components["parameters"]["UsageQuery.user_ids"];
                /** @description Returns only requests with these keys. */
                api_key_ids?: components["parameters"]["UsageQuery.api_key_ids"];
                /** @description Returns only usage of these models. */
                models?: components["parameters"]["UsageQuery.models"];
                /** @description Returns one result per group; by default one result for everything. */
                group_by?: components["parameters"]["UsageQuery.group_by"];
                /** @description The maximum number of buckets. The upper bound is 31 days, 168 hours or 1440 minutes; the default is 7, 24 or 60. */
                limit?: components["parameters"]["UsageQuery.limit"];
                /** @description The `next_page` of the previous page. */
                page?: components["parameters"]["UsageQuery.page"];
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
                    "application/json": components["schemas"]["FileSearchesUsagePage"];
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
                /** @description The report begins with the bucket that contains this time. The default is 6 days ago. */
                start_time?: components["parameters"]["UsageQuery.start_time"];
                /** @description The report ends before this time. The default is now. The report is empty if `start_time` is later. */
                end_time?: components["parameters"]["UsageQuery.end_time"];
                /** @description The length of a bucket. */
                bucket_width?: components["parameters"]["UsageQuery.bucket_width"];
                /** @description Returns only usage of these projects. */
                project_ids?: components["parameters"]["UsageQuery.project_ids"];
                /** @description Returns only requests that these users made without a key. */
                user_ids?: components["parameters"]["UsageQuery.user_ids"];
                /** @description Returns only requests with these keys. */
                api_key_ids?: components["parameters"]["UsageQuery.api_key_ids"];
                /** @description Returns only usage of these models. */
                models?: components["parameters"]["UsageQuery.models"];
                /** @description Returns one result per group; by default one result for everything. */
                group_by?: components["parameters"]["UsageQuery.group_by"];
                /** @description The maximum number of buckets. The upper bound is 31 days, 168 hours or 1440 minutes; the default is 7, 24 or 60. */
                limit?: components["parameters"]["UsageQuery.limit"];
                /** @description The `next_page` of the previous page. */
                page?: components["parameters"]["UsageQuery.page"];
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
    getImagesUsage: {
        parameters: {
            query?: {
                /** @description The report begins with the bucket that contains this time. The default is 6 days ago. */
                start_time?: components["parameters"]["UsageQuery.start_time"];
                /** @description The report ends before this time. The default is now. The report is empty if `start_time` is later. */
                end_time?: components["parameters"]["UsageQuery.end_time"];
                /** @description The length of a bucket. */
                bucket_width?: components["parameters"]["UsageQuery.bucket_width"];
                /** @description Returns only usage of these projects. */
                project_ids?: components["parameters"]["UsageQuery.project_ids"];
                /** @description Returns only requests that these users made without a key. */
                user_ids?: components["parameters"]["UsageQuery.user_ids"];
                /** @description Returns only requests with these keys. */
                api_key_ids?: components["parameters"]["UsageQuery.api_key_ids"];
                /** @description Returns only usage of these models. */
                models?: components["parameters"]["UsageQuery.models"];
                /** @description The maximum number of buckets. The upper bound is 31 days, 168 hours or 1440 minutes; the default is 7, 24 or 60. */
                limit?: components["parameters"]["UsageQuery.limit"];
                /** @description The `next_page` of the previous page. */
                page?: components["parameters"]["UsageQuery.page"];
                /** @description Accepted for compatibility. */
                group_by?: components["parameters"]["UnservedUsageQuery.group_by"];
                /** @description Accepted for compatibility. */
                sizes?: components["schemas"]["UnservedFilter"][];
                /** @description Accepted for compatibility. */
                sources?: components["schemas"]["UnservedFilter"][];
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
                    "application/json": components["schemas"]["UnservedUsagePage"];
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
    getModerationsUsage: {
        parameters: {
            query?: {
                /** @description The report begins with the bucket that contains this time. The default is 6 days ago. */
                start_time?: components["parameters"]["UsageQuery.start_time"];
                /** @description The report ends before this time. The default is now. The report is empty if `start_time` is later. */
                end_time?: components["parameters"]["UsageQuery.end_time"];
                /** @description The length of a bucket. */
                bucket_width?: components["parameters"]["UsageQuery.bucket_width"];
                /** @description Returns only usage of these projects. */
                project_ids?: components["parameters"]["UsageQuery.project_ids"];
                /** @description Returns only requests that these users made without a key. */
                user_ids?: components["parameters"]["UsageQuery.user_ids"];
                /** @description Returns only requests with these keys. */
                api_key_ids?: components["parameters"]["UsageQuery.api_key_ids"];
                /** @description Returns only usage of these models. */
                models?: components["parameters"]["UsageQuery.models"];
                /** @description The maximum number of buckets. The upper bound is 31 days, 168 hours or 1440 minutes; the default is 7, 24 or 60. */
                limit?: components["parameters"]["UsageQuery.limit"];
                /** @description The `next_page` of the previous page. */
                page?: components["parameters"]["UsageQuery.page"];
                /** @description Accepted for compatibility. */
                group_by?: components["parameters"]["UnservedUsageQuery.group_by"];
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
                    "application/json": components["schemas"]["UnservedUsagePage"];
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
                /** @description The report begins with the bucket that contains this time. The default is 6 days ago. */
                start_time?: components["parameters"]["UsageQuery.start_time"];
                /** @description The report ends before this time. The default is now. The report is empty if `start_time` is later. */
                end_time?: components["parameters"]["UsageQuery.end_time"];
                /** @description The length of a bucket. */
                bucket_width?: components["parameters"]["UsageQuery.bucket_width"];
                /** @description Returns only usage of these projects. */
                project_ids?: components["parameters"]["UsageQuery.project_ids"];
                /** @description Returns only requests that these users made without a key. */
                user_ids?: components["parameters"]["UsageQuery.user_ids"];
                /** @description Returns only requests with these keys. */
                api_key_ids?: components["parameters"]["UsageQuery.api_key_ids"];
                /** @description Returns only usage of these models. */
                models?: components["parameters"]["UsageQuery.models"];
                /** @description The maximum number of buckets. The upper bound is 31 days, 168 hours or 1440 minutes; the default is 7, 24 or 60. */
                limit?: components["parameters"]["UsageQuery.limit"];
                /** @description The `next_page` of the previous page. */
                page?: components["parameters"]["UsageQuery.page"];
                /** @description Returns one result per group; by default one result for everything. */
                group_by?: components["schemas"]["RequestsGroup"][];
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
                /** @description The report begins with the bucket that contains this time. The default is 6 days ago. */
                start_time?: components["parameters"]["UsageQuery.start_time"];
                /** @description The report ends before this time. The default is now. The report is empty if `start_time` is later. */
                end_time?: components["parameters"]["UsageQuery.end_time"];
                /** @description The length of a bucket. */
                bucket_width?: components["parameters"]["UsageQuery.bucket_width"];
                /** @description Returns only usage of these projects. */
                project_ids?: components["parameters"]["UsageQuery.project_ids"];
                /** @description Returns only requests that these users made without a key. */
                user_ids?: components["parameters"]["UsageQuery.user_ids"];
                /** @description Returns only requests with these keys. */
                api_key_ids?: components["parameters"]["UsageQuery.api_key_ids"];
                /** @description Returns only usage of these models. */
                models?: components["parameters"]["UsageQuery.models"];
                /** @description Returns one result per group; by default one result for everything. */
                group_by?: components["parameters"]["UsageQuery.group_by"];
                /** @description The maximum number of buckets. The upper bound is 31 days, 168 hours or 1440 minutes; the default is 7, 24 or 60. */
                limit?: components["parameters"]["UsageQuery.limit"];
                /** @description The `next_page` of the previous page. */
                page?: components["parameters"]["UsageQuery.page"];
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
    getWebSearchCallsUsage: {
        parameters: {
            query?: {
                /** @description The report begins with the bucket that contains this time. The default is 6 days ago. */
                start_time?: components["parameters"]["UsageQuery.start_time"];
                /** @description The report ends before this time. The default is now. The report is empty if `start_time` is later. */
                end_time?: components["parameters"]["UsageQuery.end_time"];
                /** @description The length of a bucket. */
                bucket_width?: components["parameters"]["UsageQuery.bucket_width"];
                /** @description Returns only usage of these projects. */
                project_ids?: components["parameters"]["UsageQuery.project_ids"];
                /** @description Returns only requests that these users made without a key. */
                user_ids?: components["parameters"]["UsageQuery.user_ids"];
                /** @description Returns only requests with these keys. */
                api_key_ids?: components["parameters"]["UsageQuery.api_key_ids"];
                /** @description Returns only usage of these models. */
                models?: components["parameters"]["UsageQuery.models"];
                /** @description The maximum number of buckets. The upper bound is 31 days, 168 hours or 1440 minutes; the default is 7, 24 or 60. */
                limit?: components["parameters"]["UsageQuery.limit"];
                /** @description The `next_page` of the previous page. */
                page?: components["parameters"]["UsageQuery.page"];
                /** @description Accepted for compatibility. */
                group_by?: components["parameters"]["UnservedUsageQuery.group_by"];
                /** @description Accepted for compatibility. */
                context_levels?: components["schemas"]["UnservedFilter"][];
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
                    "application/json": components["schemas"]["UnservedUsagePage"];
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
                 * @description Returns only rows after this id, in the order of the list. The id of a deleted row is still a valid cursor. With
                 *     `before`, the two ids span an open interval, listed from `after`.
                 */
                after?: components["schemas"]["UserCursor"];
                /**
                 * @description Returns only rows before this id, in the order of the list: those nearest to it. `has_more` is `true` if further
                 *     rows precede them.
                 */
                before?: components["schemas"]["UserCursor"];
                /** @description The maximum number of rows in the page. */
                limit: components["parameters"]["Limit"];
                /** @description The order by creation time: `desc` lists the newest rows first. */
                order: components["schemas"]["Order"];
                /**
                 * @description Returns only rows that have this text in a name, file name, e-mail address or id. Project and organization keys are
                 *     also found by the visible part of their value, and webhook deliveries by the id and the type of their event. The
                 *     case of ASCII letters is ignored. All other characters are compared exactly, after Unicode normalization (NFC).
                 */
                search?: components["parameters"]["Search.search"];
                /** @description `true` adds `total` to the answer: the number of rows that match the search and the filters, on all pages. */
                include_total?: components["parameters"]["Search.include_total"];
                /** @description Returns only members with one of these e-mail addresses. */
                "emails[]"?: components["schemas"]["EmailAddress"][];
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer of a list that can be searched. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "svc-searched-until": components["headers"]["SvcSearchedUntil"];
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
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
                    "application/json": components["schemas"]["Member"];
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
    updateMember: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "svc-ignored-fields": components["headers"]["SvcIgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
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
    deleteMember: {
        parameters: {
            query: {
                /**
                 * @description `true` hands the keys that the member created over to the organization instead of revoking them. Only another
                 *     owner, an admin, or a key that one of them created may do so: otherwise 403 `insufficient_permissions`.
                 */
                keep_keys: boolean;
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
    listUserRoles: {
        parameters: {
            query: {
                /**
                 * @description Returns only rows after this id, in the order of the list. The id of a deleted row is still a valid cursor. With
                 *     `before`, the two ids span an open interval, listed from `after`.
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Returns only rows before this id, in the order of the list: those nearest to it. `has_more` is `true` if further
                 *     rows precede them.
                 */
                before?: components["parameters"]["Before"];
                /** @description The maximum number of rows in the page. */
                limit: components["parameters"]["Limit"];
                /** @description The order by creation time: `asc` lists the oldest rows first. */
                order: components["parameters"]["OrderParameter"];
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
                    "application/json": components["schemas"]["AssignedRoleList"];
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
    createUserRole: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
                "application/json": components["schemas"]["AssignRoleRequest"];
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
                    "application/json": components["schemas"]["UserRole"];
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
    getUserRole: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The user's id. */
                user_id: components["parameters"]["UserPath"];
                /** @description The role's id. */
                role_id: components["parameters"]["RolePath"];
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
                    "application/json": components["schemas"]["AssignedRole"];
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
    deleteUserRole: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The user's id. */
                user_id: components["parameters"]["UserPath"];
                /** @description The role's id. */
                role_id: components["parameters"]["RolePath"];
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
                    "application/json": components["schemas"]["RemovedRole"];
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
    listProjectGroupRoles: {
        parameters: {
            query: {
                /**
                 * @description Returns only rows after this id, in the order of the list. The id of a deleted row is still a valid cursor. With
                 *     `before`, the two ids span an open interval, listed from `after`.
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Returns only rows before this id, in the order of the list: those nearest to it. `has_more` is `true` if further
                 *     rows precede them.
                 */
                before?: components["parameters"]["Before"];
                /** @description The maximum number of rows in the page. */
                limit: components["parameters"]["Limit"];
                /** @description The order by creation time: `asc` lists the oldest rows first. */
                order: components["parameters"]["OrderParameter"];
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The project's id. */
                project_id: components["parameters"]["ProjectPath"];
                /** @description The group's id. */
                group_id: components["parameters"]["GroupPath"];
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
                    "application/json": components["schemas"]["AssignedRoleList"];
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
    createProjectGroupRole: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The project's id. */
                project_id: components["parameters"]["ProjectPath"];
                /** @description The group's id. */
                group_id: components["parameters"]["GroupPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssignRoleRequest"];
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
                    "application/json": components["schemas"]["GroupRole"];
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
    getProjectGroupRole: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The project's id. */
                project_id: components["parameters"]["ProjectPath"];
                /** @description The group's id. */
                group_id: components["parameters"]["GroupPath"];
                /** @description The role's id. */
                role_id: components["parameters"]["RolePath"];
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
                    "application/json": components["schemas"]["AssignedRole"];
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
    deleteProjectGroupRole: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The project's id. */
                project_id: components["parameters"]["ProjectPath"];
                /** @description The group's id. */
                group_id: components["parameters"]["GroupPath"];
                /** @description The role's id. */
                role_id: components["parameters"]["RolePath"];
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
                    "application/json": components["schemas"]["RemovedRole"];
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
    listProjectRoles: {
        parameters: {
            query: {
                /**
                 * @description Returns only rows after this id, in the order of the list. The id of a deleted row is still a valid cursor. With
                 *     `before`, the two ids span an open interval, listed from `after`.
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Returns only rows before this id, in the order of the list: those nearest to it. `has_more` is `true` if further
                 *     rows precede them.
                 */
                before?: components["parameters"]["Before"];
                /** @description The maximum number of rows in the page. */
                limit: components["parameters"]["Limit"];
                /** @description The order by creation time: `asc` lists the oldest rows first. */
                order: components["parameters"]["OrderParameter"];
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
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
                    "application/json": components["schemas"]["RoleList"];
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
    createProjectRole: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
                /**
                 * @description A unique string that the client chooses for each creation. A repeated request creates nothing and gets the first
                 *     response, including the value of a new API key. It must have the same credential, the same body and the same
                 *     `Idempotency-Key`, within 24 hours. If the API key was deleted meanwhile, its `status` is `deleted` and its `value` is
                 *     masked. A refused request does not use the `Idempotency-Key` up.
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
                "application/json": components["schemas"]["CreateRoleRequest"];
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
                    "application/json": components["schemas"]["Role"];
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
    getProjectRole: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The project's id. */
                project_id: components["parameters"]["ProjectPath"];
                /** @description The role's id. */
                role_id: components["parameters"]["RolePath"];
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
                    "application/json": components["schemas"]["Role"];
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
    updateProjectRole: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The project's id. */
                project_id: components["parameters"]["ProjectPath"];
                /** @description The role's id. */
                role_id: components["parameters"]["RolePath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateRoleRequest"];
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
                    "application/json": components["schemas"]["Role"];
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
    deleteProjectRole: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The project's id. */
                project_id: components["parameters"]["ProjectPath"];
                /** @description The role's id. */
                role_id: components["parameters"]["RolePath"];
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
                    "application/json": components["schemas"]["DeletedRole"];
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
    listProjectUserRoles: {
        parameters: {
            query: {
                /**
                 * @description Returns only rows after this id, in the order of the list. The id of a deleted row is still a valid cursor. With
                 *     `before`, the two ids span an open interval, listed from `after`.
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Returns only rows before this id, in the order of the list: those nearest to it. `has_more` is `true` if further
                 *     rows precede them.
                 */
                before?: components["parameters"]["Before"];
                /** @description The maximum number of rows in the page. */
                limit: components["parameters"]["Limit"];
                /** @description The order by creation time: `asc` lists the oldest rows first. */
                order: components["parameters"]["OrderParameter"];
            };
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The project's id. */
                project_id: components["parameters"]["ProjectPath"];
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
                    "application/json": components["schemas"]["AssignedRoleList"];
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
    createProjectUserRole: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The project's id. */
                project_id: components["parameters"]["ProjectPath"];
                /** @description The user's id. */
                user_id: components["parameters"]["UserPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssignRoleRequest"];
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
                    "application/json": components["schemas"]["UserRole"];
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
    getProjectUserRole: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The project's id. */
                project_id: components["parameters"]["ProjectPath"];
                /** @description The user's id. */
                user_id: components["parameters"]["UserPath"];
                /** @description The role's id. */
                role_id: components["parameters"]["RolePath"];
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
                    "application/json": components["schemas"]["AssignedRole"];
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
    deleteProjectUserRole: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. An organization key implies its own organization. A user's token needs the header unless the
                 *     user's default organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["OrganizationHeader"];
            };
            path: {
                /** @description The project's id. */
                project_id: components["parameters"]["ProjectPath"];
                /** @description The user's id. */
                user_id: components["parameters"]["UserPath"];
                /** @description The role's id. */
                role_id: components["parameters"]["RolePath"];
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
                    "application/json": components["schemas"]["RemovedRole"];
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
    createRerank: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RerankRequest"];
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
                    "application/json": components["schemas"]["RerankResponse"];
                };
            };
            400: components["responses"]["CallBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CallNotFound"];
            409: components["responses"]["CallConflict"];
            413: components["responses"]["CallPayloadTooLarge"];
            415: components["responses"]["CallUnsupportedMediaType"];
            422: components["responses"]["CallUnprocessableEntity"];
            429: components["responses"]["CallTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            "4XX": components["responses"]["CallRefusal"];
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
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "svc-ignored-fields": components["headers"]["SvcIgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
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
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "svc-ignored-fields": components["headers"]["SvcIgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
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
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
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
            /** @description A response that has just been created. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "svc-ignored-tools": components["headers"]["SvcIgnoredTools"];
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
                    "text/event-stream": unknown;
                };
            };
            400: components["responses"]["CallBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CallNotFound"];
            409: components["responses"]["CallConflict"];
            413: components["responses"]["CallPayloadTooLarge"];
            415: components["responses"]["CallUnsupportedMediaType"];
            422: components["responses"]["CallUnprocessableEntity"];
            429: components["responses"]["CallTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
            "4XX": components["responses"]["CallRefusal"];
        };
    };
    compactResponse: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompactResponseRequest"];
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
                    "application/json": components["schemas"]["CompactedResponse"];
                };
            };
            400: components["responses"]["CallBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CallNotFound"];
            409: components["responses"]["CallConflict"];
            413: components["responses"]["CallPayloadTooLarge"];
            415: components["responses"]["CallUnsupportedMediaType"];
            422: components["responses"]["CallUnprocessableEntity"];
            429: components["responses"]["CallTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            "4XX": components["responses"]["CallRefusal"];
        };
    };
    countResponseInputTokens: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResponseInputTokensRequest"];
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
                    "application/json": components["schemas"]["ResponseInputTokens"];
                };
            };
            400: components["responses"]["CallBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CallNotFound"];
            409: components["responses"]["CallConflict"];
            413: components["responses"]["CallPayloadTooLarge"];
            415: components["responses"]["CallUnsupportedMediaType"];
            422: components["responses"]["CallUnprocessableEntity"];
            429: components["responses"]["CallTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            "4XX": components["responses"]["CallRefusal"];
        };
    };
    getResponse: {
        parameters: {
            query?: {
                /** @description `true` streams the events of the response from the beginning. */
                stream?: boolean;
                /** @description Streams only events after this sequence number of the same stream. */
                starting_after?: number;
                /** @description Additional output that the upstream includes. Send repeated `include` or `include[]` parameters. */
                include?: components["parameters"]["ResponseInclude"];
                /** @description Whether the upstream pads events to hide their length. The upstream chooses the default. */
                include_obfuscation?: boolean;
            };
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The id of a response of this project. */
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
                    "text/event-stream": unknown;
                };
            };
            400: components["responses"]["CallBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CallNotFound"];
            409: components["responses"]["CallConflict"];
            413: components["responses"]["CallPayloadTooLarge"];
            415: components["responses"]["CallUnsupportedMediaType"];
            422: components["responses"]["CallUnprocessableEntity"];
            429: components["responses"]["CallTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            "4XX": components["responses"]["CallRefusal"];
        };
    };
    deleteResponse: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The id of a response of this project. */
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
            400: components["responses"]["CallBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CallNotFound"];
            409: components["responses"]["CallConflict"];
            413: components["responses"]["CallPayloadTooLarge"];
            415: components["responses"]["CallUnsupportedMediaType"];
            422: components["responses"]["CallUnprocessableEntity"];
            429: components["responses"]["CallTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            "4XX": components["responses"]["CallRefusal"];
        };
    };
    cancelResponse: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The id of a response of this project. */
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
            400: components["responses"]["CallBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CallNotFound"];
            409: components["responses"]["CallConflict"];
            413: components["responses"]["CallPayloadTooLarge"];
            415: components["responses"]["CallUnsupportedMediaType"];
            422: components["responses"]["CallUnprocessableEntity"];
            429: components["responses"]["CallTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            "4XX": components["responses"]["CallRefusal"];
        };
    };
    listInputItems: {
        parameters: {
            query: {
                /** @description Returns only items after this id. */
                after?: components["schemas"]["ResponseId"];
                /** @description The maximum number of items. */
                limit: number;
                /** @description `desc`, the usual default, lists the newest items first. */
                order?: "asc" | "desc";
                /** @description Additional output that the upstream includes. Send repeated `include` or `include[]` parameters. */
                include?: components["parameters"]["ResponseInclude"];
            };
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The id of a response of this project. */
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
            400: components["responses"]["CallBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CallNotFound"];
            409: components["responses"]["CallConflict"];
            413: components["responses"]["CallPayloadTooLarge"];
            415: components["responses"]["CallUnsupportedMediaType"];
            422: components["responses"]["CallUnprocessableEntity"];
            429: components["responses"]["CallTooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            "4XX": components["responses"]["CallRefusal"];
        };
    };
    createUpload: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
                /**
                 * @description A unique string that the client chooses for each creation. A repeated request creates nothing and gets the first
                 *     response, including the value of a new API key. It must have the same credential, the same body and the same
                 *     `Idempotency-Key`, within 24 hours. If the API key was deleted meanwhile, its `status` is `deleted` and its `value` is
                 *     masked. A refused request does not use the `Idempotency-Key` up.
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
                    "application/json": components["schemas"]["Upload"];
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
            507: components["responses"]["InsufficientStorage"];
        };
    };
    cancelUpload: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
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
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
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
                    "application/json": components["schemas"]["Upload"];
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
    addUploadPart: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
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
                 * @description Returns only rows after this id, in the order of the list. The id of a deleted row is still a valid cursor. With
                 *     `before`, the two ids span an open interval, listed from `after`.
                 */
                after?: components["schemas"]["VectorStoreCursor"];
                /**
                 * @description Returns only rows before this id, in the order of the list: those nearest to it. `has_more` is `true` if further
                 *     rows precede them.
                 */
                before?: components["schemas"]["VectorStoreCursor"];
                /** @description The maximum number of rows in the page. */
                limit: components["parameters"]["Limit"];
                /** @description The order by creation time: `desc` lists the newest rows first. */
                order: components["schemas"]["Order"];
                /**
                 * @description Returns only rows that have this text in a name, file name, e-mail address or id. Project and organization keys are
                 *     also found by the visible part of their value, and webhook deliveries by the id and the type of their event. The
                 *     case of ASCII letters is ignored. All other characters are compared exactly, after Unicode normalization (NFC).
                 */
                search?: components["parameters"]["Search.search"];
                /** @description `true` adds `total` to the answer: the number of rows that match the search and the filters, on all pages. */
                include_total?: components["parameters"]["Search.include_total"];
            };
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer of a list that can be searched. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "svc-searched-until": components["headers"]["SvcSearchedUntil"];
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
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
                /**
                 * @description A unique string that the client chooses for each creation. A repeated request creates nothing and gets the first
                 *     response, including the value of a new API key. It must have the same credential, the same body and the same
                 *     `Idempotency-Key`, within 24 hours. If the API key was deleted meanwhile, its `status` is `deleted` and its `value` is
                 *     masked. A refused request does not use the `Idempotency-Key` up.
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
                    "application/json": components["schemas"]["VectorStore"];
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
    getVectorStore: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
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
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
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
                    "application/json": components["schemas"]["VectorStore"];
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
    deleteVectorStore: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
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
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
                /**
                 * @description A unique string that the client chooses for each creation. A repeated request creates nothing and gets the first
                 *     response, including the value of a new API key. It must have the same credential, the same body and the same
                 *     `Idempotency-Key`, within 24 hours. If the API key was deleted meanwhile, its `status` is `deleted` and its `value` is
                 *     masked. A refused request does not use the `Idempotency-Key` up.
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
                    "svc-warning": components["headers"]["SvcWarning"];
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
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The vector store's id. */
                vector_store_id: components["parameters"]["VectorStorePath"];
                /** @description The batch's id. */
                batch_id: components["parameters"]["FileBatchPath.batch_id"];
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
                    "application/json": components["schemas"]["VectorStoreFileBatch"];
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
    cancelVectorStoreFileBatch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The vector store's id. */
                vector_store_id: components["parameters"]["VectorStorePath"];
                /** @description The batch's id. */
                batch_id: components["parameters"]["FileBatchPath.batch_id"];
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
                    "application/json": components["schemas"]["VectorStoreFileBatch"];
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
    listFilesInVectorStoreBatch: {
        parameters: {
            query: {
                /**
                 * @description Returns only rows after this id, in the order of the list. The id of a deleted row is still a valid cursor. With
                 *     `before`, the two ids span an open interval, listed from `after`.
                 */
                after?: components["schemas"]["FileCursor"];
                /**
                 * @description Returns only rows before this id, in the order of the list: those nearest to it. `has_more` is `true` if further
                 *     rows precede them.
                 */
                before?: components["schemas"]["FileCursor"];
                /** @description The maximum number of rows in the page. */
                limit: components["parameters"]["Limit"];
                /** @description The order by creation time: `desc` lists the newest rows first. */
                order: components["schemas"]["Order"];
                /** @description Returns only files with this status. */
                filter?: components["parameters"]["VectorStoreFileWindow.filter"];
            };
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The vector store's id. */
                vector_store_id: components["parameters"]["VectorStorePath"];
                /** @description The batch's id. */
                batch_id: components["parameters"]["FileBatchPath.batch_id"];
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
                    "application/json": components["schemas"]["VectorStoreFileList"];
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
    listVectorStoreFiles: {
        parameters: {
            query: {
                /**
                 * @description Returns only rows after this id, in the order of the list. The id of a deleted row is still a valid cursor. With
                 *     `before`, the two ids span an open interval, listed from `after`.
                 */
                after?: components["schemas"]["FileCursor"];
                /**
                 * @description Returns only rows before this id, in the order of the list: those nearest to it. `has_more` is `true` if further
                 *     rows precede them.
                 */
                before?: components["schemas"]["FileCursor"];
                /** @description The maximum number of rows in the page. */
                limit: components["parameters"]["Limit"];
                /** @description The order by creation time: `desc` lists the newest rows first. */
                order: components["schemas"]["Order"];
                /** @description Returns only files with this status. */
                filter?: components["parameters"]["VectorStoreFileWindow.filter"];
                /**
                 * @description Returns only rows that have this text in a name, file name, e-mail address or id. Project and organization keys are
                 *     also found by the visible part of their value, and webhook deliveries by the id and the type of their event. The
                 *     case of ASCII letters is ignored. All other characters are compared exactly, after Unicode normalization (NFC).
                 */
                search?: components["parameters"]["Search.search"];
                /** @description `true` adds `total` to the answer: the number of rows that match the search and the filters, on all pages. */
                include_total?: components["parameters"]["Search.include_total"];
            };
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
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
            /** @description The answer of a list that can be searched. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "svc-searched-until": components["headers"]["SvcSearchedUntil"];
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
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
                /**
                 * @description A unique string that the client chooses for each creation. A repeated request creates nothing and gets the first
                 *     response, including the value of a new API key. It must have the same credential, the same body and the same
                 *     `Idempotency-Key`, within 24 hours. If the API key was deleted meanwhile, its `status` is `deleted` and its `value` is
                 *     masked. A refused request does not use the `Idempotency-Key` up.
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
            /** @description The request has succeeded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "openai-poll-after-ms": components["headers"]["OpenaiPollAfterMs"];
                    "svc-warning": components["headers"]["SvcWarning"];
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
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The vector store's id. */
                vector_store_id: components["parameters"]["VectorStorePath"];
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
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The vector store's id. */
                vector_store_id: components["parameters"]["VectorStorePath"];
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
                    "application/json": components["schemas"]["VectorStoreFile"];
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
    deleteVectorStoreFile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The vector store's id. */
                vector_store_id: components["parameters"]["VectorStorePath"];
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
            query?: {
                /** @description The `next_page` of the previous page. */
                page?: components["schemas"]["FileContentCursor"];
            };
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The vector store's id. */
                vector_store_id: components["parameters"]["VectorStorePath"];
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
    getVectorStoreReread: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
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
                    "application/json": components["schemas"]["VectorStoreReread"];
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
    rereadVectorStore: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
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
                "application/json": components["schemas"]["RereadVectorStoreRequest"];
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
                    "application/json": components["schemas"]["VectorStoreReread"];
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
    searchVectorStore: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
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
                    /**
                     * @description The duration of each step of the search, in milliseconds: `rewrite` rewrites the queries, `embed` embeds the queries,
                     *     `search` searches the index, `rerank` scores the results with a model. Steps that were not needed are missing.
                     */
                    "Server-Timing"?: string;
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
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The path after `/v1/`. */
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
            /** @description The upstream's response. */
            "2XX": {
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
            "4XX": components["responses"]["PassedOnRefusal"];
        };
    };
    putCustomEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The path after `/v1/`. */
                custom_endpoint: components["parameters"]["CustomEndpointPath"];
            };
            cookie?: never;
        };
        /** @description The body that the upstream expects: JSON, a form with files, or bytes. */
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
            /** @description The upstream's response. */
            "2XX": {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
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
                    "*/*": unknown;
                };
            };
            "4XX": components["responses"]["PassedOnRefusal"];
        };
    };
    postCustomEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The path after `/v1/`. */
                custom_endpoint: components["parameters"]["CustomEndpointPath"];
            };
            cookie?: never;
        };
        /** @description The body that the upstream expects: JSON, a form with files, or bytes. */
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
            /** @description The upstream's response. */
            "2XX": {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
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
                    "*/*": unknown;
                };
            };
            "4XX": components["responses"]["PassedOnRefusal"];
        };
    };
    deleteCustomEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The path after `/v1/`. */
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
            /** @description The upstream's response. */
            "2XX": {
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
            "4XX": components["responses"]["PassedOnRefusal"];
        };
    };
    patchCustomEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The organization. A key implies its own organization. A user's token needs the header unless the user's default
                 *     organization is meant. `OpenAI-Organization` is a synonym.
                 */
                "Compat-Organization"?: components["parameters"]["ContextHeaders.compatOrganization"];
                /**
                 * @description The project. A project key implies its own project. Every other credential needs the header. `OpenAI-Project` is a
                 *     synonym.
                 */
                "Compat-Project"?: components["parameters"]["ContextHeaders.compatProject"];
            };
            path: {
                /** @description The path after `/v1/`. */
                custom_endpoint: components["parameters"]["CustomEndpointPath"];
            };
            cookie?: never;
        };
        /** @description The body that the upstream expects: JSON, a form with files, or bytes. */
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
            /** @description The upstream's response. */
            "2XX": {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "openai-processing-ms": components["headers"]["OpenaiProcessingMs"];
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
                    "*/*": unknown;
                };
            };
            "4XX": components["responses"]["PassedOnRefusal"];
        };
    };
    onProjectSpendThreshold: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of this attempt, or, with `standard` signing, of the event. */
                "webhook-id": components["parameters"]["WebhookHeaders.webhookId"];
                /** @description The time of signing. Refuse events whose time is more than five minutes off. */
                "webhook-timestamp": components["parameters"]["WebhookHeaders.webhookTimestamp"];
                /**
                 * @description `v1,` and the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}`. `dual` signing, and a
                 *     rotation that keeps the old secret for 24 hours, send several signatures, separated by spaces.
                 */
                "webhook-signature": components["parameters"]["WebhookHeaders.webhookSignature"];
                /** @description The id of the event, the same in all attempts. This header is not signed; `id` in the body is. */
                "webhook-event-id"?: components["parameters"]["WebhookHeaders.webhookEventId"];
                /** @description The number of the attempt, starting at 1. This header is not signed. */
                "webhook-attempt"?: components["parameters"]["WebhookHeaders.webhookAttempt"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookSpendThresholdEvent"];
            };
        };
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    onFileBatchCancelled: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of this attempt, or, with `standard` signing, of the event. */
                "webhook-id": components["parameters"]["WebhookHeaders.webhookId"];
                /** @description The time of signing. Refuse events whose time is more than five minutes off. */
                "webhook-timestamp": components["parameters"]["WebhookHeaders.webhookTimestamp"];
                /**
                 * @description `v1,` and the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}`. `dual` signing, and a
                 *     rotation that keeps the old secret for 24 hours, send several signatures, separated by spaces.
                 */
                "webhook-signature": components["parameters"]["WebhookHeaders.webhookSignature"];
                /** @description The id of the event, the same in all attempts. This header is not signed; `id` in the body is. */
                "webhook-event-id"?: components["parameters"]["WebhookHeaders.webhookEventId"];
                /** @description The number of the attempt, starting at 1. This header is not signed. */
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
                /** @description The id of this attempt, or, with `standard` signing, of the event. */
                "webhook-id": components["parameters"]["WebhookHeaders.webhookId"];
                /** @description The time of signing. Refuse events whose time is more than five minutes off. */
                "webhook-timestamp": components["parameters"]["WebhookHeaders.webhookTimestamp"];
                /**
                 * @description `v1,` and the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}`. `dual` signing, and a
                 *     rotation that keeps the old secret for 24 hours, send several signatures, separated by spaces.
                 */
                "webhook-signature": components["parameters"]["WebhookHeaders.webhookSignature"];
                /** @description The id of the event, the same in all attempts. This header is not signed; `id` in the body is. */
                "webhook-event-id"?: components["parameters"]["WebhookHeaders.webhookEventId"];
                /** @description The number of the attempt, starting at 1. This header is not signed. */
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
                /** @description The id of this attempt, or, with `standard` signing, of the event. */
                "webhook-id": components["parameters"]["WebhookHeaders.webhookId"];
                /** @description The time of signing. Refuse events whose time is more than five minutes off. */
                "webhook-timestamp": components["parameters"]["WebhookHeaders.webhookTimestamp"];
                /**
                 * @description `v1,` and the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}`. `dual` signing, and a
                 *     rotation that keeps the old secret for 24 hours, send several signatures, separated by spaces.
                 */
                "webhook-signature": components["parameters"]["WebhookHeaders.webhookSignature"];
                /** @description The id of the event, the same in all attempts. This header is not signed; `id` in the body is. */
                "webhook-event-id"?: components["parameters"]["WebhookHeaders.webhookEventId"];
                /** @description The number of the attempt, starting at 1. This header is not signed. */
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
    "/admin/organization/": { get: "limit" | "order" | "include_total" };
    "/admin/users": { get: "limit" | "order" | "include_total" };
    "/v1/conversations/{conversation_id}/items": { get: "limit" | "order" };
    "/v1/files": { get: "include_total" | "limit" | "order" };
    "/v1/fine_tuning/workers": { get: "limit" };
    "/v1/invitations/{id}": { get: "limit" | "order" | "include_total" };
    "/v1/messages/models": { get: "limit" };
    "/v1/models": { get: "additional_data" };
    "/v1/organization/admin_api_keys": { get: "limit" | "order" | "include_total" };
    "/v1/organization/admin_api_keys/{key_id}/rotate": { post: "overlap_seconds" };
    "/v1/organization/audit_logs": { get: "limit" | "order" };
    "/v1/organization/costs": { get: "bucket_width" };
    "/v1/organization/groups": { get: "limit" | "order" };
    "/v1/organization/groups/{group_id}/roles": { get: "limit" | "order" };
    "/v1/organization/groups/{group_id}/users": { get: "limit" | "order" };
    "/v1/organization/invites": { get: "limit" | "order" | "include_total" };
    "/v1/organization/projects": { post: "status" | "spend_threshold_events" | "store_responses"; get: "limit" | "order" | "include_total" | "include_archived" };
    "/v1/organization/projects/{project_id}/api_keys": { get: "limit" | "order" | "include_total" };
    "/v1/organization/projects/{project_id}/api_keys/{key_id}/rotate": { post: "overlap_seconds" };
    "/v1/organization/projects/{project_id}/groups": { get: "limit" | "order" };
    "/v1/organization/projects/{project_id}/groups/{group_id}": { get: "group_type" };
    "/v1/organization/projects/{project_id}/spend_limit": { post: "currency" | "interval" };
    "/v1/organization/projects/{project_id}/users": { get: "limit" | "order" };
    "/v1/organization/projects/{project_id}/webhook_deliveries": { get: "limit" | "order" | "include_total" };
    "/v1/organization/projects/{project_id}/webhook_events": { get: "wait_seconds"; post: "type" };
    "/v1/organization/projects/{project_id}/webhook_test": { post: "type" };
    "/v1/organization/roles": { get: "limit" | "order" };
    "/v1/organization/usage/audio_speeches": { get: "bucket_width" };
    "/v1/organization/usage/audio_transcriptions": { get: "bucket_width" };
    "/v1/organization/usage/code_interpreter_sessions": { get: "bucket_width" };
    "/v1/organization/usage/completions": { get: "bucket_width" };
    "/v1/organization/usage/completions/latency": { get: "limit" };
    "/v1/organization/usage/embeddings": { get: "bucket_width" };
    "/v1/organization/usage/file_search_calls": { get: "bucket_width" };
    "/v1/organization/usage/files": { get: "bucket_width" };
    "/v1/organization/usage/images": { get: "bucket_width" };
    "/v1/organization/usage/moderations": { get: "bucket_width" };
    "/v1/organization/usage/requests": { get: "bucket_width" };
    "/v1/organization/usage/vector_stores": { get: "bucket_width" };
    "/v1/organization/usage/web_search_calls": { get: "bucket_width" };
    "/v1/organization/users": { get: "limit" | "order" | "include_total" };
    "/v1/organization/users/{user_id}": { delete: "keep_keys" };
    "/v1/organization/users/{user_id}/roles": { get: "limit" | "order" };
    "/v1/projects/{project_id}/groups/{group_id}/roles": { get: "limit" | "order" };
    "/v1/projects/{project_id}/roles": { get: "limit" | "order" };
    "/v1/projects/{project_id}/users/{user_id}/roles": { get: "limit" | "order" };
    "/v1/responses/{response_id}/input_items": { get: "limit" };
    "/v1/vector_stores": { post: "name" | "image_processing_mode"; get: "limit" | "order" | "include_total" };
    "/v1/vector_stores/{vector_store_id}/file_batches/{batch_id}/files": { get: "limit" | "order" };
    "/v1/vector_stores/{vector_store_id}/files": { get: "limit" | "order" | "include_total" };
    "/v1/vector_stores/{vector_store_id}/reread": { post: "changed" };
    "/v1/vector_stores/{vector_store_id}/search": { post: "max_num_results" | "rewrite_query" };
}

// Made by `npm run generate` from spec/. Never edited by hand.

export interface paths {
    "/sandbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the prepared organizations and keys
         * @description Returns the admin, the prepared organizations with their keys, the models and the time of the sandbox.
         */
        get: operations["readSandbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move the clock forwards
         * @description Moves the clock of the sandbox forward: keys, tokens and invitations expire, limits reset, and retries become due. All
         *     organizations share the clock. Webhook retries with a delay of up to 5 seconds are not affected.
         */
        post: operations["moveClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the faults
         * @description Lists the faults, used-up faults included.
         */
        get: operations["listFaults"];
        put?: never;
        /**
         * Set a fault for the next calls
         * @description Sets a fault for the next calls. If several faults match a call, the call gets the oldest.
         */
        post: operations["createFault"];
        /**
         * Remove the faults
         * @description Removes the faults.
         */
        delete: operations["deleteFaults"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the mails
         * @description Lists the mails of all organizations: invitations, password resets, notices.
         */
        get: operations["listMails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the OpenAPI document of these calls
         * @description Returns this document.
         */
        get: operations["readSandboxDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prepare an isolated organization
         * @description Prepares another organization. An organization of the same name is deleted first.
         */
        post: operations["prepareOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset the sandbox or one organization
         * @description Resets rows, files, settings, faults and the clock to their state at the start. Deletes organizations that were prepared
         *     later. With a credential, resets only its organization, and does not change the clock.
         */
        post: operations["resetSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sent and held webhooks
         * @description Lists the sent and the held webhook events.
         */
        get: operations["listWebhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/webhooks/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the held webhooks
         * @description Sends the held events one after the other. Each waits for the response to the previous event.
         */
        post: operations["releaseWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/webhooks/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set how webhooks are sent
         * @description Sets how the next deliveries are sent: several times, late, with a wrong signature, or held.
         */
        post: operations["setWebhookRules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay a webhook
         * @description Sends an attempt again: the same bytes, headers and id, unless the body says otherwise.
         */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Clock: {
            /** @description The sandbox's time in Unix seconds. */
            now: number;
        };
        /** @description A move of the clock. */
        ClockRequest: {
            /**
             * Format: int32
             * @description The seconds to move forward, at most ten years. Only a reset moves the clock back.
             */
            advance_seconds: number;
        };
        /** @description Success. */
        Done: {
            /** @enum {string} */
            status: "ok";
        };
        /** @description The error of a refused call. */
        Failure: {
            error: components["schemas"]["FailureDetail"];
        };
        FailureDetail: {
            /** @description The error in words. */
            message: string;
            /** @enum {string} */
            type: "invalid_request_error";
            /** @description The error code, for programs. */
            code: string;
            param: string | null;
        };
        /** @description An active fault. */
        Fault: {
            kind: components["schemas"]["FaultKind"];
            /**
             * Format: int32
             * @description Seconds, milliseconds or chunks: see the table of faults.
             */
            value?: number;
            /**
             * @description The number of calls that get the fault; null: every call until the next reset.
             * @default 1
             */
            times: number | null;
            /**
             * Format: double
             * @description The share of the calls that get the fault, from 0 to 1.
             * @default 1
             */
            share: number;
            /**
             * Format: int32
             * @description The seed of the random choice of calls. The same seed chooses the same calls again.
             * @default 1
             */
            seed: number;
            /**
             * @description Only calls with this method.
             * @enum {string}
             */
            method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
            /** @description Only calls whose path begins like this, such as `/v1/chat`. */
            path?: string;
            id: string;
            /** @description The organization whose calls get the fault; null: every organization. */
            organization_id: string | null;
            /** @description The number of calls that have got the fault. */
            made: number;
        };
        /**
         * @description The kind of fault: see the table of faults.
         * @enum {string}
         */
        FaultKind: "rate_limit" | "server_error" | "unavailable" | "expired_key" | "slow" | "cut_stream" | "lost_connection";
        FaultList: {
            data: components["schemas"]["Fault"][];
        };
        /** @description A fault, and the calls that get it. */
        FaultRequest: {
            kind: components["schemas"]["FaultKind"];
            /**
             * Format: int32
             * @description Seconds, milliseconds or chunks: see the table of faults.
             */
            value?: number;
            /**
             * @description The number of calls that get the fault; null: every call until the next reset.
             * @default 1
             */
            times: number | null;
            /**
             * Format: double
             * @description The share of the calls that get the fault, from 0 to 1.
             * @default 1
             */
            share: number;
            /**
             * Format: int32
             * @description The seed of the random choice of calls. The same seed chooses the same calls again.
             * @default 1
             */
            seed: number;
            /**
             * @description Only calls with this method.
             * @enum {string}
             */
            method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
            /** @description Only calls whose path begins like this, such as `/v1/chat`. */
            path?: string;
        };
        PrepareRequest: {
            name: components["schemas"]["SandboxName"];
        };
        /** @description An admin of the whole sandbox. */
        PreparedAdmin: {
            user_id: string;
            email: string;
            password: string;
            /** @description The admin's access token. It does not expire. */
            user_token: string;
        };
        /** @description An organization with a project, an owner and keys. All values follow from the name, so they are always the same. */
        PreparedOrganization: {
            /** @description The name that all other values are computed from. */
            name: string;
            organization_id: string;
            project_id: string;
            /** @description The owner of the organization. */
            user_id: string;
            email: string;
            password: string;
            /** @description The owner's access token. It does not expire. */
            user_token: string;
            organization_key: string;
            project_key: string;
        };
        ReleaseRequest: {
            /** @description The ids of held webhooks in the order in which they are sent; by default all, oldest first. */
            ids?: string[];
            /**
             * @description `true` sends in reverse order.
             * @default false
             */
            reverse: boolean;
        };
        /** @description A name in lower case. */
        SandboxName: string;
        /** @description The state of the sandbox. */
        SandboxState: {
            /** @description The base of all paths, without `/v1`. */
            url: string;
            admin: components["schemas"]["PreparedAdmin"];
            /** @description The first is made at the start. */
            organizations: components["schemas"]["PreparedOrganization"][];
            /** @description The models of the sandbox. */
            models: string[];
            /** @description The sandbox's time in Unix seconds. */
            now: number;
        };
        /** @description A mail of the server. The sandbox stores it instead of sending it. */
        SentMail: {
            to: string;
            subject: string;
            /** @description The text part. */
            text: string;
            /** @description The links in the text, with their tokens. */
            links: string[];
        };
        SentMailList: {
            /** @description The last 1,000, oldest first. */
            data: components["schemas"]["SentMail"][];
        };
        /** @description An attempt to deliver an event, or a replay. */
        SentWebhook: {
            id: string;
            project_id: string;
            organization_id: string;
            url: string;
            /** @description The id in the signed body. */
            event_id: string;
            type: string;
            /** @description The headers as they were sent. */
            headers: {
                [key: string]: string;
            };
            /** @description The body as it was sent, byte for byte. */
            body: string;
            /**
             * @description `held`: the event waits for a release. `sending`: the receiver has not answered yet.
             * @enum {string}
             */
            state: "held" | "sending" | "sent";
            /** @description `true` if `POST /sandbox/webhooks/{id}/replay` sent the event. */
            is_replay: boolean;
            /** @description The receiver's response status for each sending of the event; null if the receiver did not answer. */
            statuses: (number | null)[];
        };
        SentWebhookList: {
            /** @description The last 1,000, oldest first. */
            data: components["schemas"]["SentWebhook"][];
        };
        /** @description How the sandbox sends an event. */
        WebhookManner: {
            /**
             * Format: int32
             * @description The number of times that it sends the event.
             * @default 1
             */
            times: number;
            /**
             * @description `invalid`: the signature does not match. `missing`: without the header.
             * @default valid
             * @enum {string}
             */
            signature: "valid" | "invalid" | "missing";
            /**
             * Format: int32
             * @description The age of the signed timestamp in seconds. 0: the time of sending; for a replay, the time of the first attempt.
             * @default 0
             */
            age_seconds: number;
            /**
             * Format: int32
             * @description The delay before sending, in milliseconds.
             * @default 0
             */
            delay_ms: number;
        };
        WebhookRules: {
            /**
             * Format: int32
             * @description The number of times that it sends the event.
             * @default 1
             */
            times: number;
            /**
             * @description `invalid`: the signature does not match. `missing`: without the header.
             * @default valid
             * @enum {string}
             */
            signature: "valid" | "invalid" | "missing";
            /**
             * Format: int32
             * @description The age of the signed timestamp in seconds. 0: the time of sending; for a replay, the time of the first attempt.
             * @default 0
             */
            age_seconds: number;
            /**
             * Format: int32
             * @description The delay before sending, in milliseconds.
             * @default 0
             */
            delay_ms: number;
            /**
             * @description `true` holds events until `POST /sandbox/webhooks/release` sends them.
             * @default false
             */
            hold: boolean;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readSandbox: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxState"];
                };
            };
        };
    };
    moveClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClockRequest"];
            };
        };
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            /** @description The error of a refused call. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The error of a refused call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The error of a refused call. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listFaults: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FaultList"];
                };
            };
            /** @description The error of a refused call. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The error of a refused call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The error of a refused call. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    createFault: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FaultRequest"];
            };
        };
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The error of a refused call. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The error of a refused call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The error of a refused call. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteFaults: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description The error of a refused call. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The error of a refused call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The error of a refused call. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listMails: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentMailList"];
                };
            };
            /** @description The error of a refused call. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The error of a refused call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The error of a refused call. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readSandboxDocument: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    prepareOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PrepareRequest"];
            };
        };
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreparedOrganization"];
                };
            };
            /** @description The error of a refused call. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The error of a refused call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The error of a refused call. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    resetSandbox: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description The error of a refused call. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The error of a refused call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The error of a refused call. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listWebhooks: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentWebhookList"];
                };
            };
            /** @description The error of a refused call. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The error of a refused call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The error of a refused call. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    releaseWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReleaseRequest"];
            };
        };
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentWebhookList"];
                };
            };
            /** @description The error of a refused call. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The error of a refused call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The error of a refused call. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    setWebhookRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookRules"];
            };
        };
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookRules"];
                };
            };
            /** @description The error of a refused call. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The error of a refused call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The error of a refused call. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookManner"];
            };
        };
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentWebhook"];
                };
            };
            /** @description The error of a refused call. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The error of a refused call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The error of a refused call. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
}

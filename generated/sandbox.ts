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
         * @description Reads what is prepared.
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
         * @description Moves the clock of the sandbox forwards: keys and tokens expire, invitations lapse, limits begin anew, retries come
         *     due. The clock is that of all organizations. Retries of webhooks within 5 seconds keep their pace.
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
         * @description Lists the faults that are set, also those that no call gets any more.
         */
        get: operations["listFaults"];
        put?: never;
        /**
         * Set a fault for the next calls
         * @description Sets a fault for the next calls. Where several faults match a call, it gets the oldest.
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
    "/sandbox/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the OpenAPI document of these calls
         * @description Reads this document.
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
         * @description Prepares another organization, or the organization of this name again.
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
         * @description Puts everything back as it was at the start: rows, files, settings, faults, the clock. Organizations that were
         *     prepared later are gone. With a credential, only its organization is put back, and the clock stays.
         */
        post: operations["resetSandbox"];
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
        /** @description How far to move the clock. */
        ClockRequest: {
            /**
             * Format: int32
             * @description Forwards; at most ten years. Only a reset sets the clock back.
             */
            advance_seconds: number;
        };
        /** @description The call is done. */
        Done: {
            /** @enum {string} */
            status: "ok";
        };
        /** @description Why the call was refused. */
        Failure: {
            error: components["schemas"]["FailureDetail"];
        };
        FailureDetail: {
            /** @description What is wrong. */
            message: string;
            /** @enum {string} */
            type: "invalid_request_error";
            /** @description For programs. */
            code: string;
            param: string | null;
        };
        /** @description A fault that is set. */
        Fault: {
            kind: components["schemas"]["FaultKind"];
            /**
             * Format: int32
             * @description Seconds, milliseconds or pieces: see the table of faults.
             */
            value?: number;
            /**
             * @description How many calls get the fault; null: every call until the next reset.
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
             * @description Decides which calls belong to the share: the same seed chooses the same calls again.
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
            /** @description The organization whose calls get it; null: any. */
            organization_id: string | null;
            /** @description How many calls have got it. */
            made: number;
        };
        /**
         * @description What goes wrong: see the table of faults.
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
             * @description Seconds, milliseconds or pieces: see the table of faults.
             */
            value?: number;
            /**
             * @description How many calls get the fault; null: every call until the next reset.
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
             * @description Decides which calls belong to the share: the same seed chooses the same calls again.
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
            /** @description Why the call was refused. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Why the call was refused. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Why the call was refused. */
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
            /** @description Why the call was refused. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Why the call was refused. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Why the call was refused. */
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
            /** @description Why the call was refused. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Why the call was refused. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Why the call was refused. */
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
            /** @description Why the call was refused. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Why the call was refused. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Why the call was refused. */
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
                    "application/json": Record<string, never>;
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
            /** @description Why the call was refused. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Why the call was refused. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Why the call was refused. */
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
            /** @description Why the call was refused. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Why the call was refused. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Why the call was refused. */
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

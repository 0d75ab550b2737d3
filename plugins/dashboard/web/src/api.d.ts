// Made by `npm run types` from GET /v2/openapi.json: change the server, not this file.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ActivityEntry: {
            action: string;
            actor: {
                id: string | null;
                /** @enum {string} */
                kind: "user" | "token" | "write_key" | "system";
                user?: components["schemas"]["Person"];
            };
            detail?: string;
            id: string;
            /** @enum {string} */
            kind: "object" | "revision";
            number: string;
            reader_action: string | null;
            time: components["schemas"]["Time"];
        };
        ActivityList: {
            activity: components["schemas"]["ActivityEntry"][];
            limit: number;
            total: number;
        };
        AuditEntry: {
            action: string;
            actor: {
                id: string | null;
                /** @enum {string} */
                kind: "user" | "token" | "write_key" | "system";
            };
            detail?: string;
            id: string;
            kind: string;
            number: string;
            object?: string;
            time: components["schemas"]["Time"];
            type: string | null;
        };
        AuditList: {
            audit: components["schemas"]["AuditEntry"][];
            limit: number;
            total: number;
        };
        autosave_answer: {
            autosave: components["schemas"]["autosave_item"];
        };
        autosave_edit: {
            object: {
                [key: string]: unknown;
            };
            pretty?: components["schemas"]["Flag"];
            version?: number | null;
        };
        autosave_item: {
            object?: {
                [key: string]: unknown;
            };
            object_id: components["schemas"]["Id"];
            saved_at: components["schemas"]["Time"];
            version: number | null;
        };
        autosave_list: {
            autosaves: components["schemas"]["autosave_item"][];
            total: number;
        };
        Bucket: {
            api_access?: {
                read_key: string;
                write_key?: string;
            };
            cluster: string;
            created_at: components["schemas"]["Time"];
            created_by: string | null;
            id: components["schemas"]["Id"];
            modified_at: components["schemas"]["Time"];
            modified_by: string | null;
            read_key_reads_drafts: boolean;
            /** @enum {string} */
            role?: "admin" | "developer" | "editor" | "contributor";
            slug: string;
            thumbnail: string | null;
            title: string;
            trash_on_delete: boolean;
        };
        BucketAnswer: {
            bucket: components["schemas"]["Bucket"];
        };
        BucketCreation: {
            cluster?: string;
            pretty?: components["schemas"]["Flag"];
            slug?: string;
            title: string;
        };
        BucketEdit: {
            pretty?: components["schemas"]["Flag"];
            read_key_reads_drafts?: boolean;
            reset_api_access_keys?: components["schemas"]["Flag"];
            thumbnail?: string | null;
            title?: string;
            trash_on_delete?: boolean;
        };
        BucketList: {
            buckets: components["schemas"]["Bucket"][];
        };
        BucketRole: {
            additional_permissions: components["schemas"]["Permission"][];
            id: components["schemas"]["Id"];
            object_types: string[];
            /** @enum {unknown} */
            publishing_restrictions: "draft_only" | null;
            role: components["schemas"]["Role"];
            slug: string;
            title: string;
        };
        BucketToken: {
            created_at: components["schemas"]["Time"];
            created_by: components["schemas"]["Id"];
            /** Format: date-time */
            expires_at: string | null;
            id: components["schemas"]["Id"];
            /** Format: date-time */
            last_used_at: string | null;
            permissions: components["schemas"]["BucketTokenPermissions"];
            title: string;
        };
        BucketTokenAnswer: {
            token: components["schemas"]["BucketToken"];
        };
        BucketTokenCreation: {
            expires_at?: string | number | null;
            permissions: components["schemas"]["BucketTokenPermissions"];
            title: string;
        };
        BucketTokenEdit: {
            expires_at?: string | number | null;
            permissions?: components["schemas"]["BucketTokenPermissions"];
            title?: string;
        };
        BucketTokenList: {
            tokens: components["schemas"]["BucketToken"][];
            total: number;
        };
        BucketTokenPermissions: {
            media?: boolean;
            /** @enum {string} */
            read?: "none" | "published" | "any";
            write?: "all" | string[];
        };
        Delivery: {
            attempts: {
                duration_ms: number;
                error: string | null;
                status: number | null;
                time: components["schemas"]["Time"];
            }[];
            created_at: components["schemas"]["Time"];
            /** Format: date-time */
            ended_at: string | null;
            event: string;
            id: components["schemas"]["Id"];
            /** Format: date-time */
            next_attempt_at: string | null;
            reason: string | null;
            state: components["schemas"]["DeliveryState"];
        };
        DeliveryAnswer: {
            delivery: components["schemas"]["Delivery"];
        };
        DeliveryList: {
            deliveries: components["schemas"]["Delivery"][];
            total: number;
        };
        /** @enum {string} */
        DeliveryState: "waiting" | "sending" | "delivered" | "failed";
        DraftPublication: {
            pretty?: components["schemas"]["Flag"];
            trigger_webhook?: boolean;
        };
        EditorOptions: {
            content_editor: boolean;
            slug_field: boolean;
        };
        EditorOptionsInput: {
            content_editor?: boolean;
            slug_field?: boolean;
        };
        Error: {
            code: string;
            current?: {
                [key: string]: unknown;
            };
            message: string;
            problems?: {
                message: string;
                path: string;
            }[];
            request_id: string;
            status: number;
        };
        /** @enum {unknown} */
        Flag: true | false | "true" | "false";
        FocalPoint: {
            x: number;
            y: number;
        };
        Health: {
            /** @constant */
            status: "ok";
        };
        Id: string;
        McpBatch: unknown[];
        McpMessage: {
            error?: {
                code: number;
                message: string;
            };
            id?: string | number | null;
            /** @constant */
            jsonrpc: "2.0";
            method?: string;
            params?: Record<string, never> | unknown[];
            result?: {
                [key: string]: unknown;
            };
        };
        McpMessages: components["schemas"]["McpMessage"] | components["schemas"]["McpBatch"];
        McpRefusal: components["schemas"]["McpMessage"] | components["schemas"]["Error"];
        Media: {
            alt_text?: string | null;
            bucket: components["schemas"]["Id"];
            created: components["schemas"]["Time"];
            created_at?: string;
            focal_point?: components["schemas"]["FocalPoint"];
            folder: string | null;
            id: components["schemas"]["Id"];
            image_url: string;
            imgix_url?: string;
            location: string | null;
            metadata: {
                [key: string]: unknown;
            };
            name: string;
            original_name: string;
            size: number;
            type: string;
            url: string;
            uses?: number;
        };
        MediaAnswer: {
            media: components["schemas"]["Media"];
        };
        MediaEdit: {
            focal_point?: components["schemas"]["FocalPoint"] | null;
            folder?: string | null;
            metadata?: Record<string, never> | null;
            pretty?: components["schemas"]["Flag"];
            trigger_webhook?: boolean;
        };
        MediaFolder: {
            created_at: components["schemas"]["Time"];
            id: components["schemas"]["Id"];
            slug: string;
            title: string;
        };
        MediaFolderAnswer: {
            media_folder: components["schemas"]["MediaFolder"];
        };
        MediaFolderInput: {
            pretty?: components["schemas"]["Flag"];
            title: string;
        };
        MediaFolderList: {
            media_folders: components["schemas"]["MediaFolder"][];
            total: number;
        };
        MediaList: {
            limit: number;
            media: components["schemas"]["Media"][];
            total: number;
        };
        MediaReference: {
            fields: string[];
            id: components["schemas"]["Id"];
            slug: string;
            /** @enum {string} */
            status: "draft" | "published";
            title: string;
            type: string;
        };
        MediaReferences: {
            limit: number;
            references: components["schemas"]["MediaReference"][];
            total: number;
        };
        Member: {
            accepted: boolean;
            additional_permissions: components["schemas"]["Permission"][];
            avatar_url: string;
            bio: string;
            company: string;
            /** Format: email */
            email: string;
            first_name: string;
            github: string;
            id: components["schemas"]["Id"];
            last_name: string;
            linkedin: string;
            location: string;
            object_types: string[];
            /** @enum {unknown} */
            publishing_restrictions: "draft_only" | null;
            role: components["schemas"]["Role"];
            twitter: string;
            username: string;
            website: string;
        };
        MemberAnswer: {
            user: components["schemas"]["Member"];
        };
        MemberCreation: {
            additional_permissions?: components["schemas"]["Permission"][] | string;
            email: string;
            first_name: string;
            last_name: string;
            object_types?: string[] | string;
            /** @enum {unknown} */
            publishing_restrictions?: "draft_only" | "" | null;
            role: components["schemas"]["Role"];
        };
        MemberEdit: {
            additional_permissions?: components["schemas"]["Permission"][] | string;
            object_types?: string[] | string;
            /** @enum {unknown} */
            publishing_restrictions?: "draft_only" | "" | null;
            role: components["schemas"]["Role"];
        };
        MemberList: {
            total: number;
            users: components["schemas"]["Member"][];
        };
        MergeChange: {
            /** @enum {string} */
            action: "create" | "edit" | "none" | "gone";
            ends_draft: boolean;
            fields: {
                field: string;
                from: unknown;
                to: unknown;
            }[];
            locale: string | null;
            slug: string;
            source: components["schemas"]["Id"];
            target: string | null;
            title: string;
            type: string;
        };
        MergeChangeList: {
            changes: components["schemas"]["MergeChange"][];
            limit: number;
            state: string;
            total: number;
        };
        MergeRequest: {
            /** Format: date-time */
            completed_at: string | null;
            completed_by: string | null;
            created_at: components["schemas"]["Time"];
            created_by: string;
            id: components["schemas"]["Id"];
            modified_at: components["schemas"]["Time"];
            objects: components["schemas"]["Id"][];
            source_bucket: string;
            /** @enum {string} */
            status: "open" | "merged" | "closed";
            target_bucket: string;
            title: string;
        };
        MergeRequestAnswer: {
            merge_request: components["schemas"]["MergeRequest"];
        };
        MergeRequestCompletion: {
            pretty?: components["schemas"]["Flag"];
            state?: string;
            trigger_webhook?: boolean;
        };
        MergeRequestCreation: {
            objects: components["schemas"]["Id"][];
            pretty?: components["schemas"]["Flag"];
            source_bucket: string;
            title: string;
        };
        MergeRequestList: {
            merge_requests: components["schemas"]["MergeRequest"][];
            total: number;
        };
        Message: {
            message: string;
        };
        Metafield: components["schemas"]["MetafieldText"] | components["schemas"]["MetafieldTextarea"] | components["schemas"]["MetafieldHtmlTextarea"] | components["schemas"]["MetafieldSelectDropdown"] | components["schemas"]["MetafieldObject"] | components["schemas"]["MetafieldObjects"] | components["schemas"]["MetafieldFile"] | components["schemas"]["MetafieldDate"] | components["schemas"]["MetafieldRadioButtons"] | components["schemas"]["MetafieldCheckBoxes"] | components["schemas"]["MetafieldRepeater"] | components["schemas"]["MetafieldParent"] | components["schemas"]["MetafieldMarkdown"] | components["schemas"]["MetafieldJson"] | components["schemas"]["MetafieldSwitch"] | components["schemas"]["MetafieldNumber"] | components["schemas"]["MetafieldOther"];
        MetafieldAnswer: {
            metafield: components["schemas"]["Metafield"];
        };
        MetafieldByKey: {
            children?: components["schemas"]["MetafieldChildren"];
            help?: string;
            id?: unknown;
            key: string;
            maxlength?: number;
            metadata?: unknown;
            minlength?: number;
            object?: unknown;
            object_type?: string;
            objects?: unknown;
            options?: unknown[] | string;
            regex?: string;
            regex_message?: string;
            repeater_fields?: components["schemas"]["MetafieldDefinition"][];
            required?: boolean;
            title?: string;
            value?: unknown;
        };
        MetafieldCheckBoxes: {
            help?: string;
            id: components["schemas"]["Id"];
            key: string;
            maxlength?: number;
            metadata?: Record<string, never> | null;
            minlength?: number;
            object?: Record<string, never> | string | null;
            object_type?: string;
            objects?: (Record<string, never> | string)[];
            options: {
                value: string;
            }[];
            regex?: string;
            regex_message?: string;
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "check-boxes";
            value: string[] | "";
        };
        MetafieldCheckBoxesInput: {
            children?: unknown[];
            help?: string;
            id?: unknown;
            key: string;
            maxlength?: number;
            metadata?: unknown;
            minlength?: number;
            object?: unknown;
            object_type?: string;
            objects?: unknown;
            options: {
                value: string;
            }[];
            regex?: string;
            regex_message?: string;
            repeater_fields?: unknown[];
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "check-boxes";
            value: string[] | "";
        };
        MetafieldChildren: (components["schemas"]["MetafieldInput"] | components["schemas"]["RepeatingItemInput"])[];
        MetafieldCreation: components["schemas"]["MetafieldInput"] | ({
            key: string;
            pretty: components["schemas"]["Flag"];
        } & {
            [key: string]: unknown;
        });
        MetafieldDate: {
            help?: string;
            id: components["schemas"]["Id"];
            key: string;
            maxlength?: number;
            metadata?: Record<string, never> | null;
            minlength?: number;
            object?: Record<string, never> | string | null;
            object_type?: string;
            objects?: (Record<string, never> | string)[];
            options?: unknown[] | string;
            regex?: string;
            regex_message?: string;
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "date";
            value: string | "";
        };
        MetafieldDateInput: {
            children?: unknown[];
            help?: string;
            id?: unknown;
            key: string;
            maxlength?: number;
            metadata?: unknown;
            minlength?: number;
            object?: unknown;
            object_type?: string;
            objects?: unknown;
            options?: unknown[] | string;
            regex?: string;
            regex_message?: string;
            repeater_fields?: unknown[];
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "date";
            value: string | "";
        };
        MetafieldDefinition: components["schemas"]["MetafieldTextInput"] | components["schemas"]["MetafieldTextareaInput"] | components["schemas"]["MetafieldHtmlTextareaInput"] | components["schemas"]["MetafieldSelectDropdownInput"] | components["schemas"]["MetafieldObjectInput"] | components["schemas"]["MetafieldObjectsInput"] | components["schemas"]["MetafieldFileInput"] | components["schemas"]["MetafieldDateInput"] | components["schemas"]["MetafieldRadioButtonsInput"] | components["schemas"]["MetafieldCheckBoxesInput"] | components["schemas"]["MetafieldRepeaterInput"] | components["schemas"]["MetafieldParentInput"] | components["schemas"]["MetafieldMarkdownInput"] | components["schemas"]["MetafieldJsonInput"] | components["schemas"]["MetafieldSwitchInput"] | components["schemas"]["MetafieldNumberInput"];
        MetafieldEdit: {
            children?: components["schemas"]["MetafieldChildren"];
            help?: string;
            id?: unknown;
            key?: string;
            maxlength?: number;
            metadata?: unknown;
            minlength?: number;
            object?: unknown;
            object_type?: string;
            objects?: unknown;
            options?: unknown[] | string;
            pretty?: components["schemas"]["Flag"];
            regex?: string;
            regex_message?: string;
            repeater_fields?: components["schemas"]["MetafieldDefinition"][];
            required?: boolean;
            title?: string;
            type?: string;
            value?: unknown;
        };
        MetafieldFile: {
            help?: string;
            id: components["schemas"]["Id"];
            key: string;
            maxlength?: number;
            metadata?: Record<string, never> | null;
            minlength?: number;
            object?: Record<string, never> | string | null;
            object_type?: string;
            objects?: (Record<string, never> | string)[];
            options?: unknown[] | string;
            regex?: string;
            regex_message?: string;
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "file";
            value: string | "";
        };
        MetafieldFileInput: {
            children?: unknown[];
            help?: string;
            id?: unknown;
            key: string;
            maxlength?: number;
            metadata?: unknown;
            minlength?: number;
            object?: unknown;
            object_type?: string;
            objects?: unknown;
            options?: unknown[] | string;
            regex?: string;
            regex_message?: string;
            repeater_fields?: unknown[];
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "file";
            value: string | "";
        };
        MetafieldHtmlTextarea: {
            help?: string;
            id: components["schemas"]["Id"];
            key: string;
            maxlength?: number;
            metadata?: Record<string, never> | null;
            minlength?: number;
            object?: Record<string, never> | string | null;
            object_type?: string;
            objects?: (Record<string, never> | string)[];
            options?: unknown[] | string;
            regex?: string;
            regex_message?: string;
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "html-textarea";
            value: string | "";
        };
        MetafieldHtmlTextareaInput: {
            children?: unknown[];
            help?: string;
            id?: unknown;
            key: string;
            maxlength?: number;
            metadata?: unknown;
            minlength?: number;
            object?: unknown;
            object_type?: string;
            objects?: unknown;
            options?: unknown[] | string;
            regex?: string;
            regex_message?: string;
            repeater_fields?: unknown[];
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "html-textarea";
            value: string | "";
        };
        MetafieldInput: components["schemas"]["MetafieldDefinition"] | components["schemas"]["MetafieldByKey"];
        MetafieldJson: {
            help?: string;
            id: components["schemas"]["Id"];
            key: string;
            maxlength?: number;
            metadata?: Record<string, never> | null;
            minlength?: number;
            object?: Record<string, never> | string | null;
            object_type?: string;
            objects?: (Record<string, never> | string)[];
            options?: unknown[] | string;
            regex?: string;
            regex_message?: string;
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "json";
            value: unknown;
        };
        MetafieldJsonInput: {
            children?: unknown[];
            help?: string;
            id?: unknown;
            key: string;
            maxlength?: number;
            metadata?: unknown;
            minlength?: number;
            object?: unknown;
            object_type?: string;
            objects?: unknown;
            options?: unknown[] | string;
            regex?: string;
            regex_message?: string;
            repeater_fields?: unknown[];
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "json";
            value: unknown;
        };
        MetafieldList: {
            metafields: components["schemas"]["Metafield"][];
            total: number;
        };
        MetafieldMarkdown: {
            help?: string;
            id: components["schemas"]["Id"];
            key: string;
            maxlength?: number;
            metadata?: Record<string, never> | null;
            minlength?: number;
            object?: Record<string, never> | string | null;
            object_type?: string;
            objects?: (Record<string, never> | string)[];
            options?: unknown[] | string;
            regex?: string;
            regex_message?: string;
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "markdown";
            value: string | "";
        };
        MetafieldMarkdownInput: {
            children?: unknown[];
            help?: string;
            id?: unknown;
            key: string;
            maxlength?: number;
            metadata?: unknown;
            minlength?: number;
            object?: unknown;
            object_type?: string;
            objects?: unknown;
            options?: unknown[] | string;
            regex?: string;
            regex_message?: string;
            repeater_fields?: unknown[];
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "markdown";
            value: string | "";
        };
        MetafieldNumber: {
            help?: string;
            id: components["schemas"]["Id"];
            key: string;
            maxlength?: number;
            metadata?: Record<string, never> | null;
            minlength?: number;
            object?: Record<string, never> | string | null;
            object_type?: string;
            objects?: (Record<string, never> | string)[];
            options?: unknown[] | string;
            regex?: string;
            regex_message?: string;
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "number";
            value: number | "";
        };
        MetafieldNumberInput: {
            children?: unknown[];
            help?: string;
            id?: unknown;
            key: string;
            maxlength?: number;
            metadata?: unknown;
            minlength?: number;
            object?: unknown;
            object_type?: string;
            objects?: unknown;
            options?: unknown[] | string;
            regex?: string;
            regex_message?: string;
            repeater_fields?: unknown[];
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "number";
            value: number | "";
        };
        MetafieldObject: {
            help?: string;
            id: components["schemas"]["Id"];
            key: string;
            maxlength?: number;
            metadata?: Record<string, never> | null;
            minlength?: number;
            object?: Record<string, never> | string | null;
            object_type: string;
            objects?: (Record<string, never> | string)[];
            options?: unknown[] | string;
            regex?: string;
            regex_message?: string;
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "object";
            value: string | "";
        };
        MetafieldObjectInput: {
            children?: unknown[];
            help?: string;
            id?: unknown;
            key: string;
            maxlength?: number;
            metadata?: unknown;
            minlength?: number;
            object?: unknown;
            object_type: string;
            objects?: unknown;
            options?: unknown[] | string;
            regex?: string;
            regex_message?: string;
            repeater_fields?: unknown[];
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "object";
            value: string | "";
        };
        MetafieldObjects: {
            help?: string;
            id: components["schemas"]["Id"];
            key: string;
            maxlength?: number;
            metadata?: Record<string, never> | null;
            minlength?: number;
            object?: Record<string, never> | string | null;
            object_type: string;
            objects?: (Record<string, never> | string)[];
            options?: unknown[] | string;
            regex?: string;
            regex_message?: string;
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "objects";
            value: string | "";
        };
        MetafieldObjectsInput: {
            children?: unknown[];
            help?: string;
            id?: unknown;
            key: string;
            maxlength?: number;
            metadata?: unknown;
            minlength?: number;
            object?: unknown;
            object_type: string;
            objects?: unknown;
            options?: unknown[] | string;
            regex?: string;
            regex_message?: string;
            repeater_fields?: unknown[];
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "objects";
            value: string | "";
        };
        MetafieldOther: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "MetafieldOther";
        } & {
            [key: string]: unknown;
        };
        MetafieldParent: {
            children: components["schemas"]["Metafield"][];
            help?: string;
            id: components["schemas"]["Id"];
            key: string;
            maxlength?: number;
            metadata?: Record<string, never> | null;
            minlength?: number;
            object?: Record<string, never> | string | null;
            object_type?: string;
            objects?: (Record<string, never> | string)[];
            options?: unknown[] | string;
            regex?: string;
            regex_message?: string;
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "parent";
        };
        MetafieldParentInput: {
            children?: components["schemas"]["MetafieldInput"][];
            help?: string;
            id?: unknown;
            key: string;
            maxlength?: number;
            metadata?: unknown;
            minlength?: number;
            object?: unknown;
            object_type?: string;
            objects?: unknown;
            options?: unknown[] | string;
            regex?: string;
            regex_message?: string;
            repeater_fields?: unknown[];
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "parent";
        };
        MetafieldRadioButtons: {
            help?: string;
            id: components["schemas"]["Id"];
            key: string;
            maxlength?: number;
            metadata?: Record<string, never> | null;
            minlength?: number;
            object?: Record<string, never> | string | null;
            object_type?: string;
            objects?: (Record<string, never> | string)[];
            options: {
                value: string;
            }[];
            regex?: string;
            regex_message?: string;
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "radio-buttons";
            value: string | "";
        };
        MetafieldRadioButtonsInput: {
            children?: unknown[];
            help?: string;
            id?: unknown;
            key: string;
            maxlength?: number;
            metadata?: unknown;
            minlength?: number;
            object?: unknown;
            object_type?: string;
            objects?: unknown;
            options: {
                value: string;
            }[];
            regex?: string;
            regex_message?: string;
            repeater_fields?: unknown[];
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "radio-buttons";
            value: string | "";
        };
        MetafieldRepeater: {
            children: components["schemas"]["RepeatingItem"][];
            help?: string;
            id: components["schemas"]["Id"];
            key: string;
            maxlength?: number;
            metadata?: Record<string, never> | null;
            minlength?: number;
            object?: Record<string, never> | string | null;
            object_type?: string;
            objects?: (Record<string, never> | string)[];
            options?: unknown[] | string;
            regex?: string;
            regex_message?: string;
            repeater_fields: components["schemas"]["Metafield"][];
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "repeater";
        };
        MetafieldRepeaterInput: {
            children?: components["schemas"]["RepeatingItemInput"][];
            help?: string;
            id?: unknown;
            key: string;
            maxlength?: number;
            metadata?: unknown;
            minlength?: number;
            object?: unknown;
            object_type?: string;
            objects?: unknown;
            options?: unknown[] | string;
            regex?: string;
            regex_message?: string;
            repeater_fields: components["schemas"]["MetafieldDefinition"][];
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "repeater";
        };
        MetafieldSelectDropdown: {
            help?: string;
            id: components["schemas"]["Id"];
            key: string;
            maxlength?: number;
            metadata?: Record<string, never> | null;
            minlength?: number;
            object?: Record<string, never> | string | null;
            object_type?: string;
            objects?: (Record<string, never> | string)[];
            options: {
                key: string;
                value: string;
            }[];
            regex?: string;
            regex_message?: string;
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "select-dropdown";
            value: string | "";
        };
        MetafieldSelectDropdownInput: {
            children?: unknown[];
            help?: string;
            id?: unknown;
            key: string;
            maxlength?: number;
            metadata?: unknown;
            minlength?: number;
            object?: unknown;
            object_type?: string;
            objects?: unknown;
            options: {
                key: string;
                value: string;
            }[];
            regex?: string;
            regex_message?: string;
            repeater_fields?: unknown[];
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "select-dropdown";
            value: string | "";
        };
        MetafieldSwitch: {
            help?: string;
            id: components["schemas"]["Id"];
            key: string;
            maxlength?: number;
            metadata?: Record<string, never> | null;
            minlength?: number;
            object?: Record<string, never> | string | null;
            object_type?: string;
            objects?: (Record<string, never> | string)[];
            /** @enum {string} */
            options: "true,false" | "yes,no";
            regex?: string;
            regex_message?: string;
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "switch";
            value: boolean | "";
        };
        MetafieldSwitchInput: {
            children?: unknown[];
            help?: string;
            id?: unknown;
            key: string;
            maxlength?: number;
            metadata?: unknown;
            minlength?: number;
            object?: unknown;
            object_type?: string;
            objects?: unknown;
            /** @enum {string} */
            options: "true,false" | "yes,no";
            regex?: string;
            regex_message?: string;
            repeater_fields?: unknown[];
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "switch";
            value: boolean | "";
        };
        MetafieldText: {
            help?: string;
            id: components["schemas"]["Id"];
            key: string;
            maxlength?: number;
            metadata?: Record<string, never> | null;
            minlength?: number;
            object?: Record<string, never> | string | null;
            object_type?: string;
            objects?: (Record<string, never> | string)[];
            options?: unknown[] | string;
            regex?: string;
            regex_message?: string;
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text";
            value: string | "";
        };
        MetafieldTextarea: {
            help?: string;
            id: components["schemas"]["Id"];
            key: string;
            maxlength?: number;
            metadata?: Record<string, never> | null;
            minlength?: number;
            object?: Record<string, never> | string | null;
            object_type?: string;
            objects?: (Record<string, never> | string)[];
            options?: unknown[] | string;
            regex?: string;
            regex_message?: string;
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "textarea";
            value: string | "";
        };
        MetafieldTextareaInput: {
            children?: unknown[];
            help?: string;
            id?: unknown;
            key: string;
            maxlength?: number;
            metadata?: unknown;
            minlength?: number;
            object?: unknown;
            object_type?: string;
            objects?: unknown;
            options?: unknown[] | string;
            regex?: string;
            regex_message?: string;
            repeater_fields?: unknown[];
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "textarea";
            value: string | "";
        };
        MetafieldTextInput: {
            children?: unknown[];
            help?: string;
            id?: unknown;
            key: string;
            maxlength?: number;
            metadata?: unknown;
            minlength?: number;
            object?: unknown;
            object_type?: string;
            objects?: unknown;
            options?: unknown[] | string;
            regex?: string;
            regex_message?: string;
            repeater_fields?: unknown[];
            required?: boolean;
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text";
            value: string | "";
        };
        MetafieldTypeList: {
            metafield_types: {
                members: Record<string, never>;
                plugin: string | null;
                /** @enum {string} */
                shape: "value" | "group" | "repeater";
                title: string;
                type: string;
                value: Record<string, never> | null;
            }[];
            total: number;
        };
        NewBucketToken: {
            token: string;
        } & components["schemas"]["BucketToken"];
        NewBucketTokenAnswer: {
            token: components["schemas"]["NewBucketToken"];
        };
        NewPassword: {
            password: string;
        };
        NothingButPretty: {
            pretty?: components["schemas"]["Flag"];
        };
        Object: {
            bucket: components["schemas"]["Id"];
            content: string;
            created: components["schemas"]["Time"];
            created_at: components["schemas"]["Time"];
            created_by: string | null;
            id: components["schemas"]["Id"];
            locale: string | null;
            metadata: {
                [key: string]: unknown;
            } | null;
            metafields?: components["schemas"]["Metafield"][];
            modified_at: components["schemas"]["Time"];
            modified_by: string | null;
            options: components["schemas"]["EditorOptions"];
            publish_at: number | null;
            /** Format: date-time */
            published_at: string | null;
            slug: string;
            status: components["schemas"]["ObjectStatus"];
            thumbnail: string | null;
            title: string;
            type: string;
            unpublish_at: number | null;
        };
        ObjectAnswer: {
            object: components["schemas"]["Object"];
        };
        ObjectBulk: {
            /** @enum {string} */
            action: "set" | "publish" | "unpublish" | "delete" | "move";
            after?: components["schemas"]["Id"];
            before?: components["schemas"]["Id"];
            /** @default false */
            dry_run: boolean;
            ids?: components["schemas"]["Id"][];
            /**
             * @default all
             * @enum {string}
             */
            mode: "all" | "each";
            pretty?: components["schemas"]["Flag"];
            query?: components["schemas"]["Query"];
            set?: {
                content?: string;
                locale?: string;
                metadata?: {
                    [key: string]: unknown;
                };
                options?: components["schemas"]["EditorOptionsInput"];
                publish_at?: number | null;
                thumbnail?: string | null;
                title?: string;
                unpublish_at?: number | null;
            };
            trigger_webhook?: boolean;
        };
        ObjectBulkDone: {
            changed: number;
            dry_run: boolean;
            failed: number;
            results: {
                ends_draft?: boolean;
                id: components["schemas"]["Id"];
                message?: string;
                /** @enum {string} */
                status: "changed" | "unchanged" | "failed" | "skipped";
            }[];
            undo: {
                expires_at: components["schemas"]["Time"];
                id: components["schemas"]["Id"];
            } | null;
        };
        ObjectBulkList: {
            changes: {
                /** @enum {string} */
                action: "set" | "publish" | "unpublish" | "delete" | "move";
                began_at: components["schemas"]["Time"];
                expires_at: components["schemas"]["Time"];
                id: components["schemas"]["Id"];
                objects: number;
            }[];
            limit: number;
            total: number;
        };
        ObjectBulkUndo: {
            pretty?: components["schemas"]["Flag"];
            trigger_webhook?: boolean;
        };
        ObjectComparison: {
            changes: {
                field: string;
                from: unknown;
                to: unknown;
            }[];
        };
        ObjectCreation: {
            content?: string;
            created_by?: string | null;
            locale?: string | null;
            metadata?: {
                [key: string]: unknown;
            };
            metafields?: components["schemas"]["MetafieldInput"][];
            options?: components["schemas"]["EditorOptionsInput"];
            pretty?: components["schemas"]["Flag"];
            publish_at?: number | null;
            slug?: string;
            status?: components["schemas"]["ObjectStatus"];
            thumbnail?: string | null;
            title: string;
            trigger_webhook?: boolean;
            type: string;
            unpublish_at?: number | null;
        };
        ObjectEdit: {
            content?: string;
            keep_revision?: boolean;
            locale?: string | null;
            metadata?: {
                [key: string]: unknown;
            };
            metafields?: components["schemas"]["MetafieldInput"][];
            options?: components["schemas"]["EditorOptionsInput"];
            pretty?: components["schemas"]["Flag"];
            publish_at?: number | null;
            slug?: string;
            status?: components["schemas"]["ObjectStatus"];
            thumbnail?: string | null;
            title?: string;
            trigger_webhook?: boolean;
            unpublish_at?: number | null;
        };
        ObjectList: {
            limit: number;
            objects: components["schemas"]["Object"][];
            total?: number;
        };
        ObjectReference: {
            fields: string[];
            id: components["schemas"]["Id"];
            slug: string;
            status: components["schemas"]["ObjectStatus"];
            title: string;
            type: string;
        };
        ObjectReferences: {
            limit: number;
            references: components["schemas"]["ObjectReference"][];
            total: number;
        };
        ObjectRestoration: {
            /** @enum {string} */
            as: "draft" | "live";
            fields?: string[];
            /** @default true */
            keep_revision: boolean;
            pretty?: components["schemas"]["Flag"];
            revision: string;
            trigger_webhook?: boolean;
        };
        ObjectRevisionCreation: {
            content?: string;
            created_by?: string | null;
            locale?: string | null;
            metadata?: {
                [key: string]: unknown;
            };
            metafields?: components["schemas"]["MetafieldInput"][];
            options?: components["schemas"]["EditorOptionsInput"];
            pretty?: components["schemas"]["Flag"];
            publish_at?: number | null;
            slug?: string;
            status?: components["schemas"]["ObjectStatus"];
            thumbnail?: string | null;
            title: string;
            trigger_webhook?: boolean;
            unpublish_at?: number | null;
        };
        ObjectSchema: {
            files: components["schemas"]["ObjectSchemaFiles"];
        };
        ObjectSchemaApplication: {
            allow_destructive?: components["schemas"]["Flag"];
            dry_run?: components["schemas"]["Flag"];
            files: components["schemas"]["ObjectSchemaFiles"];
            pretty?: components["schemas"]["Flag"];
        };
        ObjectSchemaApplied: {
            dry_run: boolean;
            steps: {
                destructive: boolean;
                /** @enum {unknown} */
                kind: "add" | "change" | "remove";
                text: string;
            }[];
        };
        ObjectSchemaFiles: {
            [key: string]: unknown;
        };
        /** @enum {string} */
        ObjectStatus: "draft" | "published";
        ObjectType: {
            created_at: components["schemas"]["Time"];
            emoji: string | null;
            enforce_validation: boolean | null;
            extensions: unknown[];
            /** @constant */
            keep_revisions?: true;
            locales: string[];
            localization: boolean;
            metafields: components["schemas"]["Metafield"][];
            modifield_at: components["schemas"]["Time"];
            options: components["schemas"]["EditorOptions"];
            order: number;
            preview_link: string | null;
            priority_locale: string | null;
            singleton: boolean;
            singular: string;
            slug: string;
            title: string;
        };
        ObjectTypeAnswer: {
            object_type: components["schemas"]["ObjectType"];
        };
        ObjectTypeApplication: {
            after?: string | null;
            /** @default 1000 */
            limit: number;
            pretty?: components["schemas"]["Flag"];
        };
        ObjectTypeApplied: {
            after: string | null;
            changed: number;
            examined: number;
            more: boolean;
            total: number;
        };
        ObjectTypeCreation: {
            emoji?: string | null;
            enforce_validation?: boolean | null;
            keep_revisions?: boolean;
            locales?: string[];
            localization?: boolean;
            metafields?: components["schemas"]["MetafieldDefinition"][];
            options?: components["schemas"]["EditorOptionsInput"];
            pretty?: components["schemas"]["Flag"];
            preview_link?: string | null;
            priority_locale?: string | null;
            singleton?: boolean;
            singular?: string;
            slug?: string;
            title: string;
        };
        ObjectTypeEdit: {
            emoji?: string | null;
            enforce_validation?: boolean | null;
            keep_revisions?: boolean;
            locales?: string[];
            localization?: boolean;
            metafields?: components["schemas"]["MetafieldDefinition"][];
            options?: components["schemas"]["EditorOptionsInput"];
            order?: number;
            pretty?: components["schemas"]["Flag"];
            preview_link?: string | null;
            priority_locale?: string | null;
            renamed_fields?: {
                [key: string]: string;
            };
            singleton?: boolean;
            singular?: string;
            slug?: string;
            title?: string;
        };
        ObjectTypeEdited: {
            new_fields?: {
                keys: string[];
                more: boolean;
                objects_without: number;
            };
            object_type: components["schemas"]["ObjectType"];
            renamed_fields?: {
                objects: number;
            };
        };
        ObjectTypeList: {
            object_types: components["schemas"]["ObjectType"][];
        };
        ObjectValues: {
            limit: number;
            values: {
                count: number;
                value: string | number | boolean;
            }[];
        };
        OpenApiDocument: {
            info: {
                [key: string]: unknown;
            };
            openapi: string;
            paths: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        Owner: {
            server_admin: boolean;
        } & components["schemas"]["User"];
        PasswordResetRequest: {
            email: string;
        };
        /** @enum {string} */
        Permission: "users" | "settings" | "sort_metafields";
        Person: {
            avatar_url: string | null;
            first_name: string;
            id: components["schemas"]["Id"];
            last_name: string;
        };
        presence_answer: {
            place: components["schemas"]["presence_place"];
        };
        presence_list: {
            presence: components["schemas"]["presence_place"][];
        };
        presence_place: {
            field: string | null;
            object: components["schemas"]["Id"];
            since: components["schemas"]["Time"];
            user: components["schemas"]["Person"];
        };
        presence_whereabouts: {
            field?: string | null;
            object: string;
            pretty?: components["schemas"]["Flag"];
        };
        PreviewToken: {
            expires_at: components["schemas"]["Time"];
            token: string;
            url: string | null;
        };
        PreviewTokenCreation: {
            /** @default 86400 */
            expires_in: number;
            pretty?: components["schemas"]["Flag"];
        };
        PreviewTokenList: {
            preview_tokens: {
                created_at: components["schemas"]["Time"];
                created_by: string;
                expires_at: components["schemas"]["Time"];
                id: components["schemas"]["Id"];
            }[];
            total: number;
        };
        Query: {
            $and?: components["schemas"]["Query"][];
            $nor?: components["schemas"]["Query"][];
            $or?: components["schemas"]["Query"][];
        } & {
            [key: string]: (string | number | boolean | null) | components["schemas"]["QueryOperators"] | Record<string, never>;
        };
        QueryOperators: {
            $all?: unknown[];
            $eq?: unknown;
            $exists?: boolean;
            $gt?: string | number;
            $gte?: string | number;
            $in?: unknown[];
            $lt?: string | number;
            $lte?: string | number;
            $ne?: unknown;
            $nin?: unknown[];
            $not?: components["schemas"]["QueryOperators"];
            $options?: string;
            $regex?: string;
        };
        RepeatingItem: {
            children: components["schemas"]["Metafield"][];
            id: components["schemas"]["Id"];
            key?: string;
            title?: string;
            /** @constant */
            type: "repeating_item";
        };
        RepeatingItemInput: {
            children: components["schemas"]["MetafieldInput"][];
            id?: unknown;
            key?: string;
            metadata?: unknown;
            object?: unknown;
            objects?: unknown;
            title?: string;
            /** @constant */
            type: "repeating_item";
            /** @enum {unknown} */
            value?: "" | null;
        };
        Revision: {
            bucket: components["schemas"]["Id"];
            content: string;
            created_at: components["schemas"]["Time"];
            id: components["schemas"]["Id"];
            metadata: {
                [key: string]: unknown;
            } | null;
            metafields?: components["schemas"]["Metafield"][];
            modified_at: components["schemas"]["Time"];
            object_id: components["schemas"]["Id"];
            /** Format: date-time */
            published_at: string | null;
            slug: string;
            status: components["schemas"]["ObjectStatus"];
            title: string;
            type: string;
        };
        RevisionAnswer: {
            revision: components["schemas"]["Revision"];
        };
        RevisionList: {
            limit: number;
            revisions: components["schemas"]["Revision"][];
            total: number;
        };
        /** @enum {string} */
        Role: "admin" | "developer" | "editor" | "contributor";
        SearchAnswer: {
            complete: boolean;
            limit: number;
            results: components["schemas"]["SearchResult"][];
            skip: number;
            total: number;
            total_is_exact: boolean;
        };
        SearchIndexAnswer: {
            index: {
                entries: number;
                /** @enum {unknown} */
                state: "building" | "ready";
                walked: number;
            };
        };
        SearchResult: {
            highlight: {
                text: string | null;
                title: string;
            };
            id: components["schemas"]["Id"];
            /** @enum {unknown} */
            kind: "object" | "media";
            slug: string;
            /** @enum {unknown} */
            status: "published" | "draft";
            title: string;
            type: string;
        };
        ServerAccount: {
            buckets: number;
            created_at: components["schemas"]["Time"];
            email: string;
            first_name: string;
            id: components["schemas"]["Id"];
            invited: boolean;
            last_name: string;
            server_admin: boolean;
        };
        ServerAccountCreation: {
            email: string;
            password: string;
            pretty?: components["schemas"]["Flag"];
        };
        ServerAccountList: {
            accounts: components["schemas"]["ServerAccount"][];
            total: number;
        };
        ServerBucketList: {
            buckets: components["schemas"]["Bucket"][];
            total: number;
        };
        ServerHealth: {
            health: {
                checks: {
                    name: string;
                    of: string;
                    ok: boolean;
                    problem: string | null;
                }[];
                ok: boolean;
                started_at: components["schemas"]["Time"];
                /** @enum {string} */
                state: "starting" | "running" | "draining";
                version: string;
            };
        };
        ServerInvitation: {
            invitation: {
                address: string | null;
                mailed: boolean;
                problem: string | null;
            };
        };
        ServerInvitationRequest: {
            password: string;
            pretty?: components["schemas"]["Flag"];
        };
        ServerMetrics: {
            metrics: {
                series: {
                    meaning: string;
                    name: string;
                    /** @enum {string} */
                    unit: "per_second" | "milliseconds" | "bytes" | "count" | "percent";
                    values: (number | null)[];
                }[];
                step_seconds: number;
                /** Format: date-time */
                until: string | null;
            };
        };
        ServerPlugin: {
            id: string;
            reason: string | null;
            /** @enum {string} */
            state: "starting" | "running" | "disabled" | "failed";
            summary: string;
            version: string;
        };
        ServerPluginAnswer: {
            plugin: components["schemas"]["ServerPlugin"];
        };
        ServerPluginList: {
            plugins: components["schemas"]["ServerPlugin"][];
            total: number;
        };
        ServerPluginSetting: {
            default: string;
            is_default: boolean;
            key: string;
            meaning: string;
            source: string;
            value: string;
        };
        ServerPluginSwitch: {
            enabled: boolean;
            password: string;
            pretty?: components["schemas"]["Flag"];
        };
        ServerPluginWhole: {
            plugin: {
                id: string;
                reason: string | null;
                settings: components["schemas"]["ServerPluginSetting"][];
                /** @enum {string} */
                state: "starting" | "running" | "disabled" | "failed";
                summary: string;
                version: string;
            };
        };
        Session: {
            client: string;
            /** Format: date-time */
            created_at: string;
            current: boolean;
            /** Format: date-time */
            expires_at: string;
            id: components["schemas"]["Id"];
            network: string;
        };
        SessionAnswer: {
            buckets: components["schemas"]["BucketRole"][];
            user: components["schemas"]["Owner"];
        };
        SessionList: {
            sessions: components["schemas"]["Session"][];
            total: number;
        };
        SignIn: {
            email: string;
            password: string;
        };
        Status: {
            name: string;
            time: components["schemas"]["Time"];
            version: string;
        };
        /** Format: date-time */
        Time: string;
        Token: {
            token: string;
        };
        TransferBucketFile: {
            bucket: {
                [key: string]: unknown;
            };
            /** @constant */
            format?: "inkwell-bucket/1";
        };
        TransferCounts: {
            created: number;
            unchanged: number;
            updated: number;
        };
        TransferSummary: {
            dry_run: boolean;
            notes: {
                note: string;
                times: number;
            }[];
            sections: {
                [key: string]: components["schemas"]["TransferCounts"];
            };
        };
        TrashItem: {
            deleted_at: components["schemas"]["Time"];
            deleted_by: string | null;
            expires_at: components["schemas"]["Time"];
            id: components["schemas"]["Id"];
            /** @enum {string} */
            kind: "object" | "media";
            slug: string | null;
            /** @enum {string|null} */
            status: "draft" | "published" | null;
            title: string;
            type: string | null;
        };
        TrashList: {
            limit: number;
            total: number;
            trash: components["schemas"]["TrashItem"][];
        };
        TusUpload: {
            upload: {
                id: string;
                length: number;
                media: string | null;
                offset: number;
            };
        };
        User: {
            avatar_url: string;
            bio: string;
            company: string;
            /** Format: email */
            email: string;
            first_name: string;
            github: string;
            id: components["schemas"]["Id"];
            last_name: string;
            linkedin: string;
            location: string;
            twitter: string;
            username: string;
            website: string;
        };
        UserAnswer: {
            user: components["schemas"]["Owner"];
        };
        UserEdit: {
            avatar_url?: string;
            bio?: string;
            company?: string;
            current_password?: string;
            email?: string;
            first_name?: string;
            github?: string;
            last_name?: string;
            linkedin?: string;
            location?: string;
            password?: string;
            twitter?: string;
            username?: string;
            website?: string;
        };
        View: {
            columns: string[];
            created_at: components["schemas"]["Time"];
            id: components["schemas"]["Id"];
            modified_at: components["schemas"]["Time"];
            owner: components["schemas"]["Id"];
            query: {
                [key: string]: unknown;
            };
            shared: boolean;
            sort: string;
            title: string;
            type: string;
        };
        ViewAnswer: {
            view: components["schemas"]["View"];
        };
        ViewCreation: {
            columns?: string[];
            query?: {
                [key: string]: unknown;
            };
            shared?: boolean;
            sort?: string;
            title: string;
            type?: string;
        };
        ViewEdit: {
            columns?: string[];
            query?: {
                [key: string]: unknown;
            };
            shared?: boolean;
            sort?: string;
            title?: string;
            type?: string;
        };
        ViewList: {
            total: number;
            views: components["schemas"]["View"][];
        };
        Webhook: {
            created_at: components["schemas"]["Time"];
            created_by: string;
            disabled_reason: string | null;
            enabled: boolean;
            endpoint: string;
            events: components["schemas"]["WebhookEvent"][];
            headers: {
                [key: string]: string;
            };
            id: components["schemas"]["Id"];
            modified_at: components["schemas"]["Time"];
            object_types: string[];
            props: string;
            secret?: string;
            title: string;
        };
        WebhookAnswer: {
            webhook: components["schemas"]["Webhook"];
        };
        WebhookCreation: {
            enabled?: boolean;
            endpoint: string;
            event?: components["schemas"]["WebhookEvent"];
            events?: components["schemas"]["WebhookEvent"][];
            headers?: {
                [key: string]: string;
            };
            object_types?: string[];
            pretty?: components["schemas"]["Flag"];
            props?: string;
            title?: string;
        } | unknown | unknown;
        WebhookEdit: {
            enabled?: boolean;
            endpoint?: string;
            event?: components["schemas"]["WebhookEvent"];
            events?: components["schemas"]["WebhookEvent"][];
            headers?: {
                [key: string]: string;
            };
            object_types?: string[];
            pretty?: components["schemas"]["Flag"];
            props?: string;
            title?: string;
        };
        /** @enum {string} */
        WebhookEvent: "object.created.draft" | "object.created.published" | "object.edited.draft" | "object.edited.published" | "object.edited.unpublished" | "object.deleted" | "media.created" | "media.edited" | "media.deleted" | "revision.created" | "merge.completed" | "cache.purge";
        WebhookList: {
            total: number;
            webhooks: components["schemas"]["Webhook"][];
        };
        WebhookTest: {
            test: {
                delivered: boolean;
                duration_ms: number;
                error: string | null;
                /** @constant */
                event: "webhook.test";
                id: components["schemas"]["Id"];
                status: number | null;
                time: components["schemas"]["Time"];
            };
        };
        WholeDeliveryAnswer: {
            delivery: components["schemas"]["Delivery"] & {
                body: string;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

-- The tables on MariaDB after all migrations. Made by `npm run generate -- --schema`. Never edited by hand.

CREATE TABLE `admin_api_keys` (
  `id` varchar(64) NOT NULL,
  `organization_id` varchar(64) NOT NULL,
  `user_id` varchar(64) NOT NULL,
  `name` varchar(255) NOT NULL,
  `digest` binary(32) NOT NULL,
  `redacted_value` varchar(32) NOT NULL,
  `last_used_at` bigint DEFAULT NULL,
  `created_at` bigint NOT NULL,
  `expires_at` bigint DEFAULT NULL,
  `kept_by` varchar(64) DEFAULT NULL,
  `revoked_at` bigint DEFAULT NULL,
  `search_text` varbinary(2200) DEFAULT NULL,
  `previous_digest` binary(32) DEFAULT NULL,
  `previous_redacted_value` varchar(32) DEFAULT NULL,
  `previous_last_used_at` bigint DEFAULT NULL,
  `previous_expires_at` bigint DEFAULT NULL,
  `disabled_digest` binary(32) DEFAULT NULL,
  `scopes` mediumtext DEFAULT NULL,
  `models` mediumtext DEFAULT NULL,
  `allowed_cidrs` mediumtext DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `admin_api_keys_digest` (`digest`),
  KEY `admin_api_keys_user` (`user_id`),
  KEY `admin_api_keys_search` (`organization_id`,`id` DESC,`search_text`),
  KEY `admin_api_keys_previous` (`previous_digest`),
  CONSTRAINT `admin_api_keys_organization_id_fk` FOREIGN KEY (`organization_id`) REFERENCES `organizations` (`id`) ON DELETE CASCADE,
  CONSTRAINT `admin_api_keys_user_id_fk` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `arriving_files` (
  `id` varchar(64) NOT NULL,
  `project_id` varchar(64) NOT NULL,
  `bytes` bigint NOT NULL,
  `created_at` bigint NOT NULL,
  PRIMARY KEY (`id`),
  KEY `arriving_files_created` (`created_at`),
  KEY `arriving_files_project` (`project_id`),
  CONSTRAINT `arriving_files_project_id_fk` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `audit_chain` (
  `id` varchar(32) NOT NULL,
  `place` bigint NOT NULL,
  `seal` varchar(64) NOT NULL,
  `head_seal` varchar(64) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `audit_entries` (
  `id` varchar(64) NOT NULL,
  `organization_id` varchar(64) DEFAULT NULL,
  `project_id` varchar(64) DEFAULT NULL,
  `type` varchar(255) NOT NULL,
  `actor_kind` varchar(32) NOT NULL,
  `actor_id` varchar(64) DEFAULT NULL,
  `user_id` varchar(64) DEFAULT NULL,
  `email` varchar(255) DEFAULT NULL,
  `address` varchar(255) NOT NULL,
  `request_id` varchar(255) NOT NULL,
  `target_id` varchar(255) DEFAULT NULL,
  `details` mediumtext NOT NULL,
  `created_at` bigint NOT NULL,
  `own_seal` varchar(64) NOT NULL,
  `place` bigint DEFAULT NULL,
  `seal` varchar(64) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `audit_entries_place` (`place`),
  KEY `audit_entries_page` (`organization_id`,`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `backup_leases` (
  `id` varchar(32) NOT NULL,
  `expires_at` bigint NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `chunks` (
  `set_id` varchar(64) NOT NULL,
  `position` bigint NOT NULL,
  `text` mediumtext NOT NULL,
  `tokens` bigint NOT NULL,
  PRIMARY KEY (`set_id`,`position`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `chunk_sets` (
  `id` varchar(64) NOT NULL,
  `collection_id` varchar(64) NOT NULL,
  `file_id` varchar(64) NOT NULL,
  `state` varchar(32) NOT NULL,
  `touched_at` bigint NOT NULL,
  `project_id` varchar(64) DEFAULT NULL,
  `bytes` bigint NOT NULL DEFAULT 0,
  `engine` varchar(255) DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `chunk_sets_state` (`state`,`touched_at`),
  KEY `chunk_sets_collection` (`collection_id`,`file_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `chunk_vectors` (
  `set_id` varchar(64) NOT NULL,
  `position` bigint NOT NULL,
  `vector` longblob NOT NULL,
  `terms` longblob NOT NULL,
  PRIMARY KEY (`set_id`,`position`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `collections` (
  `id` varchar(64) NOT NULL,
  `store_id` varchar(64) NOT NULL,
  `dimensions` bigint NOT NULL,
  `revision` bigint NOT NULL,
  `swept_revision` bigint NOT NULL,
  `engine` varchar(255) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `collections_store` (`store_id`),
  CONSTRAINT `collections_store_id_fk` FOREIGN KEY (`store_id`) REFERENCES `vector_stores` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `collection_files` (
  `collection_id` varchar(64) NOT NULL,
  `file_id` varchar(64) NOT NULL,
  `set_id` varchar(64) DEFAULT NULL,
  `chunks` bigint NOT NULL,
  `attributes` mediumtext NOT NULL,
  `revision` bigint NOT NULL,
  PRIMARY KEY (`collection_id`,`file_id`),
  KEY `collection_files_revision` (`collection_id`,`revision`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `conversations` (
  `id` varchar(64) NOT NULL,
  `project_id` varchar(64) NOT NULL,
  `metadata` mediumtext NOT NULL,
  `locked_by` varchar(64) DEFAULT NULL,
  `locked_until` bigint NOT NULL DEFAULT 0,
  `created_at` bigint NOT NULL,
  PRIMARY KEY (`id`),
  KEY `conversations_page` (`project_id`,`id`),
  CONSTRAINT `conversations_project_id_fk` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `directory_users` (
  `organization_id` varchar(64) NOT NULL,
  `user_id` varchar(64) NOT NULL,
  `external_id` varchar(255) DEFAULT NULL,
  `given_name` varchar(255) DEFAULT NULL,
  `family_name` varchar(255) DEFAULT NULL,
  `made_account` tinyint(1) NOT NULL DEFAULT 0,
  `disabled_account` tinyint(1) NOT NULL DEFAULT 0,
  `suspended_role` varchar(32) DEFAULT NULL,
  `suspended_created_at` bigint DEFAULT NULL,
  PRIMARY KEY (`organization_id`,`user_id`),
  KEY `directory_users_external` (`organization_id`,`external_id`),
  KEY `directory_users_user` (`user_id`),
  CONSTRAINT `directory_users_organization_id_fk` FOREIGN KEY (`organization_id`) REFERENCES `organizations` (`id`) ON DELETE CASCADE,
  CONSTRAINT `directory_users_user_id_fk` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `files` (
  `id` varchar(64) NOT NULL,
  `project_id` varchar(64) NOT NULL,
  `storage_key` varchar(64) NOT NULL,
  `filename` varchar(255) NOT NULL,
  `purpose` varchar(32) NOT NULL,
  `bytes` bigint NOT NULL,
  `expires_at` bigint DEFAULT NULL,
  `created_at` bigint NOT NULL,
  `sha256` binary(32) DEFAULT NULL,
  `charset` mediumtext DEFAULT NULL,
  `search_text` varbinary(2200) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `files_storage_key` (`storage_key`),
  KEY `files_purpose_page` (`project_id`,`purpose`,`id`),
  KEY `files_expiry` (`expires_at`),
  KEY `files_search` (`project_id`,`id` DESC,`search_text`,`purpose`),
  CONSTRAINT `files_project_id_fk` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `file_batches` (
  `id` varchar(64) NOT NULL,
  `vector_store_id` varchar(64) NOT NULL,
  `project_id` varchar(64) NOT NULL,
  `status` varchar(32) NOT NULL,
  `files_in_progress` bigint NOT NULL DEFAULT 0,
  `files_completed` bigint NOT NULL DEFAULT 0,
  `files_failed` bigint NOT NULL DEFAULT 0,
  `files_cancelled` bigint NOT NULL DEFAULT 0,
  `created_at` bigint NOT NULL,
  `finished_at` bigint DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `file_batches_store` (`vector_store_id`,`status`),
  CONSTRAINT `file_batches_vector_store_id_fk` FOREIGN KEY (`vector_store_id`) REFERENCES `vector_stores` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `fine_tuning_workers` (
  `id` varchar(64) NOT NULL,
  `name` varchar(255) NOT NULL,
  `models` mediumtext NOT NULL,
  `last_seen_at` bigint NOT NULL,
  `created_at` bigint NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `fine_tuning_workers_name` (`name`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `group_members` (
  `group_id` varchar(64) NOT NULL,
  `user_id` varchar(64) NOT NULL,
  `organization_id` varchar(64) NOT NULL,
  `created_at` bigint NOT NULL,
  PRIMARY KEY (`group_id`,`user_id`),
  KEY `group_members_user` (`user_id`,`organization_id`),
  KEY `group_members_organization` (`organization_id`),
  CONSTRAINT `group_members_group_id_fk` FOREIGN KEY (`group_id`) REFERENCES `user_groups` (`id`) ON DELETE CASCADE,
  CONSTRAINT `group_members_organization_id_fk` FOREIGN KEY (`organization_id`) REFERENCES `organizations` (`id`) ON DELETE CASCADE,
  CONSTRAINT `group_members_user_id_fk` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `group_roles` (
  `user_id` varchar(64) NOT NULL,
  `scope` varchar(64) NOT NULL,
  `issuer_digest` binary(32) NOT NULL,
  `role` varchar(32) NOT NULL,
  `own_role` varchar(32) DEFAULT NULL,
  `set_role` varchar(32) NOT NULL,
  PRIMARY KEY (`user_id`,`scope`,`issuer_digest`),
  CONSTRAINT `group_roles_user_id_fk` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `idempotency_keys` (
  `digest` binary(32) NOT NULL,
  `fingerprint` binary(32) NOT NULL,
  `holder` varchar(64) NOT NULL,
  `held_at` bigint NOT NULL,
  `done` tinyint(1) NOT NULL,
  `answer` mediumtext DEFAULT NULL,
  `created_at` bigint NOT NULL,
  PRIMARY KEY (`digest`),
  KEY `idempotency_keys_created` (`created_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `identities` (
  `digest` binary(32) NOT NULL,
  `user_id` varchar(64) NOT NULL,
  `issuer` mediumtext NOT NULL,
  `subject` mediumtext NOT NULL,
  `created_at` bigint NOT NULL,
  `last_used_at` bigint NOT NULL,
  PRIMARY KEY (`digest`),
  KEY `identities_user` (`user_id`),
  CONSTRAINT `identities_user_id_fk` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `installations` (
  `id` varchar(32) NOT NULL,
  `installation_id` varchar(64) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `invitations` (
  `id` varchar(64) NOT NULL,
  `organization_id` varchar(64) NOT NULL,
  `inviter_id` varchar(64) NOT NULL,
  `email` varchar(255) NOT NULL,
  `email_key` varchar(255) NOT NULL,
  `digest` binary(32) NOT NULL,
  `redacted_token` varchar(32) NOT NULL,
  `created_account` tinyint(1) NOT NULL,
  `expires_at` bigint NOT NULL,
  `used_at` bigint DEFAULT NULL,
  `created_at` bigint NOT NULL,
  `mailed` tinyint(1) NOT NULL DEFAULT 0,
  `search_text` varbinary(2200) DEFAULT NULL,
  `role` varchar(32) NOT NULL DEFAULT 'member',
  PRIMARY KEY (`id`),
  UNIQUE KEY `invitations_digest` (`digest`),
  KEY `invitations_email` (`email_key`,`organization_id`),
  KEY `invitations_inviter_id_fk` (`inviter_id`),
  KEY `invitations_search` (`organization_id`,`id` DESC,`search_text`),
  CONSTRAINT `invitations_inviter_id_fk` FOREIGN KEY (`inviter_id`) REFERENCES `users` (`id`) ON DELETE CASCADE,
  CONSTRAINT `invitations_organization_id_fk` FOREIGN KEY (`organization_id`) REFERENCES `organizations` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `jobs` (
  `id` varchar(64) NOT NULL,
  `kind` varchar(32) NOT NULL,
  `payload` mediumtext NOT NULL,
  `unique_key` varchar(255) DEFAULT NULL,
  `due_at` bigint NOT NULL,
  `lease` varchar(64) DEFAULT NULL,
  `attempts` bigint NOT NULL,
  `last_error` mediumtext DEFAULT NULL,
  `created_at` bigint NOT NULL,
  `lane` varchar(64) DEFAULT NULL,
  `traceparent` varchar(255) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `jobs_unique_key` (`unique_key`),
  KEY `jobs_due` (`kind`,`due_at`,`lane`),
  KEY `jobs_turns` (`kind`,`lane`,`due_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `known_addresses` (
  `digest` binary(32) NOT NULL,
  `user_id` varchar(64) NOT NULL,
  `last_seen_at` bigint NOT NULL,
  PRIMARY KEY (`digest`),
  KEY `known_addresses_user_id_fk` (`user_id`),
  CONSTRAINT `known_addresses_user_id_fk` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `latency_counts` (
  `organization_id` varchar(64) NOT NULL,
  `day` bigint NOT NULL,
  `project_id` varchar(64) NOT NULL,
  `bucket` bigint NOT NULL,
  `calls` bigint NOT NULL,
  PRIMARY KEY (`organization_id`,`day`,`project_id`,`bucket`),
  KEY `latency_counts_age` (`day`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `limit_counts` (
  `subject_id` varchar(64) NOT NULL,
  `minute` bigint NOT NULL,
  `minute_requests` bigint NOT NULL,
  `minute_tokens` bigint NOT NULL,
  `day` bigint NOT NULL,
  `day_tokens` bigint NOT NULL,
  `month` bigint NOT NULL,
  `month_tokens` bigint NOT NULL,
  `month_cost` bigint NOT NULL,
  PRIMARY KEY (`subject_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `limit_leases` (
  `subject_id` varchar(64) NOT NULL,
  `server_id` varchar(64) NOT NULL,
  `tokens` bigint NOT NULL,
  `cost` bigint NOT NULL,
  `expires_at` bigint NOT NULL,
  PRIMARY KEY (`subject_id`,`server_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `limit_windows` (
  `project_id` varchar(64) NOT NULL,
  `minute` bigint NOT NULL,
  `minute_requests` bigint NOT NULL,
  `minute_tokens` bigint NOT NULL,
  `day` bigint NOT NULL,
  `day_tokens` bigint NOT NULL,
  `month` bigint NOT NULL,
  `month_tokens` bigint NOT NULL,
  `month_cost` bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (`project_id`),
  CONSTRAINT `limit_windows_project_id_fk` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `logins` (
  `id` varchar(64) NOT NULL,
  `user_id` varchar(64) NOT NULL,
  `expires_at` bigint NOT NULL,
  `created_at` bigint NOT NULL,
  `method` varchar(32) NOT NULL DEFAULT 'password',
  `client_name` varchar(255) DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `logins_user` (`user_id`),
  KEY `logins_expiry` (`expires_at`),
  CONSTRAINT `logins_user_id_fk` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `login_tokens` (
  `digest` binary(32) NOT NULL,
  `login_id` varchar(64) NOT NULL,
  `kind` varchar(32) NOT NULL,
  `expires_at` bigint NOT NULL,
  `used_at` bigint DEFAULT NULL,
  PRIMARY KEY (`digest`),
  KEY `login_tokens_login` (`login_id`),
  CONSTRAINT `login_tokens_login_id_fk` FOREIGN KEY (`login_id`) REFERENCES `logins` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `mcp_sessions` (
  `digest` binary(32) NOT NULL,
  `project_id` varchar(64) NOT NULL,
  `expires_at` bigint NOT NULL,
  PRIMARY KEY (`digest`),
  KEY `mcp_sessions_project` (`project_id`),
  KEY `mcp_sessions_expiry` (`expires_at`),
  CONSTRAINT `mcp_sessions_project_id_fk` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `memberships` (
  `organization_id` varchar(64) NOT NULL,
  `user_id` varchar(64) NOT NULL,
  `role` varchar(32) NOT NULL,
  `created_at` bigint NOT NULL,
  PRIMARY KEY (`organization_id`,`user_id`),
  KEY `memberships_user` (`user_id`),
  CONSTRAINT `memberships_organization_id_fk` FOREIGN KEY (`organization_id`) REFERENCES `organizations` (`id`) ON DELETE CASCADE,
  CONSTRAINT `memberships_user_id_fk` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `model_responses` (
  `digest` binary(32) NOT NULL,
  `project_id` varchar(64) NOT NULL,
  `upstream` varchar(255) NOT NULL,
  `counted` tinyint(1) NOT NULL,
  `expires_at` bigint NOT NULL,
  `model` varchar(255) DEFAULT NULL,
  `caller_id` varchar(64) DEFAULT NULL,
  `expected_input` bigint NOT NULL DEFAULT 0,
  `expected_output` bigint NOT NULL DEFAULT 0,
  `tokens` bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (`digest`),
  KEY `model_responses_project` (`project_id`),
  KEY `model_responses_expiry` (`expires_at`),
  CONSTRAINT `model_responses_project_id_fk` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `organizations` (
  `id` varchar(64) NOT NULL,
  `name` varchar(255) NOT NULL,
  `owner_id` varchar(64) NOT NULL,
  `created_at` bigint NOT NULL,
  `search_text` varbinary(2200) DEFAULT NULL,
  `project_access` varchar(32) NOT NULL DEFAULT 'all',
  `store_responses` tinyint(1) NOT NULL DEFAULT 1,
  `spend_limit` bigint DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `organizations_owner_id_fk` (`owner_id`),
  KEY `organizations_search` (`id` DESC,`search_text`),
  CONSTRAINT `organizations_owner_id_fk` FOREIGN KEY (`owner_id`) REFERENCES `users` (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `password_resets` (
  `user_id` varchar(64) NOT NULL,
  `digest` binary(32) NOT NULL,
  `expires_at` bigint NOT NULL,
  `origin` varchar(32) DEFAULT NULL,
  `made_by` varchar(64) DEFAULT NULL,
  PRIMARY KEY (`user_id`),
  UNIQUE KEY `password_resets_digest` (`digest`),
  KEY `password_resets_expiry` (`expires_at`),
  CONSTRAINT `password_resets_user_id_fk` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `pending_sign_ins` (
  `digest` binary(32) NOT NULL,
  `user_code_digest` binary(32) DEFAULT NULL,
  `client_name` varchar(255) DEFAULT NULL,
  `address` varchar(255) DEFAULT NULL,
  `state` varchar(32) NOT NULL,
  `user_id` varchar(64) DEFAULT NULL,
  `method` varchar(32) DEFAULT NULL,
  `login_id` varchar(64) DEFAULT NULL,
  `interval_seconds` bigint NOT NULL,
  `polled_at` bigint DEFAULT NULL,
  `created_at` bigint NOT NULL,
  `expires_at` bigint NOT NULL,
  PRIMARY KEY (`digest`),
  KEY `pending_sign_ins_code` (`user_code_digest`),
  KEY `pending_sign_ins_expiry` (`expires_at`),
  KEY `pending_sign_ins_user` (`user_id`),
  CONSTRAINT `pending_sign_ins_user_id_fk` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `projects` (
  `id` varchar(64) NOT NULL,
  `organization_id` varchar(64) NOT NULL,
  `name` varchar(255) NOT NULL,
  `status` varchar(32) NOT NULL,
  `archived_at` bigint DEFAULT NULL,
  `models` mediumtext NOT NULL,
  `custom_endpoints` mediumtext NOT NULL,
  `mcp_prefixes` mediumtext NOT NULL,
  `limits` mediumtext NOT NULL,
  `webhook_url` mediumtext DEFAULT NULL,
  `webhook_secret` mediumtext DEFAULT NULL,
  `webhook_signing` varchar(32) NOT NULL,
  `created_at` bigint NOT NULL,
  `webhook_old_secret` mediumtext DEFAULT NULL,
  `webhook_old_secret_until` bigint DEFAULT NULL,
  `webhook_disabled_at` bigint DEFAULT NULL,
  `spend_limit` bigint DEFAULT NULL,
  `spend_threshold_events` tinyint(1) NOT NULL DEFAULT 0,
  `store_responses` tinyint(1) NOT NULL DEFAULT 1,
  `mcp_tools` mediumtext DEFAULT NULL,
  `search_text` varbinary(2200) DEFAULT NULL,
  `organization_spend_limit` bigint DEFAULT NULL,
  `retention` varchar(32) DEFAULT NULL,
  `denied_models` mediumtext DEFAULT NULL,
  `model_limits` mediumtext DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `projects_status_page` (`organization_id`,`status`,`id`),
  KEY `projects_search` (`organization_id`,`id` DESC,`search_text`,`status`),
  CONSTRAINT `projects_organization_id_fk` FOREIGN KEY (`organization_id`) REFERENCES `organizations` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `project_api_keys` (
  `id` varchar(64) NOT NULL,
  `project_id` varchar(64) NOT NULL,
  `user_id` varchar(64) NOT NULL,
  `name` varchar(255) NOT NULL,
  `digest` binary(32) NOT NULL,
  `redacted_value` varchar(32) NOT NULL,
  `last_used_at` bigint DEFAULT NULL,
  `created_at` bigint NOT NULL,
  `expires_at` bigint DEFAULT NULL,
  `kept_by` varchar(64) DEFAULT NULL,
  `revoked_at` bigint DEFAULT NULL,
  `limits` mediumtext DEFAULT NULL,
  `mcp_tools` mediumtext DEFAULT NULL,
  `search_text` varbinary(2200) DEFAULT NULL,
  `previous_digest` binary(32) DEFAULT NULL,
  `previous_redacted_value` varchar(32) DEFAULT NULL,
  `previous_last_used_at` bigint DEFAULT NULL,
  `previous_expires_at` bigint DEFAULT NULL,
  `disabled_digest` binary(32) DEFAULT NULL,
  `scopes` mediumtext DEFAULT NULL,
  `models` mediumtext DEFAULT NULL,
  `allowed_cidrs` mediumtext DEFAULT NULL,
  `service_account_id` varchar(64) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `project_api_keys_digest` (`digest`),
  KEY `project_api_keys_user` (`user_id`),
  KEY `project_api_keys_search` (`project_id`,`id` DESC,`search_text`),
  KEY `project_api_keys_previous` (`previous_digest`),
  KEY `project_api_keys_account` (`service_account_id`),
  CONSTRAINT `project_api_keys_project_id_fk` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE,
  CONSTRAINT `project_api_keys_user_id_fk` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `project_storage` (
  `project_id` varchar(64) NOT NULL,
  `file_bytes` bigint NOT NULL,
  `vector_store_bytes` bigint NOT NULL,
  PRIMARY KEY (`project_id`),
  CONSTRAINT `project_storage_project_id_fk` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `provider_grants` (
  `id` varchar(64) NOT NULL,
  `user_id` varchar(64) NOT NULL,
  `issuer` mediumtext NOT NULL,
  `subject` mediumtext NOT NULL,
  `refresh_token` mediumtext NOT NULL,
  `refresh_at` bigint NOT NULL,
  PRIMARY KEY (`id`),
  KEY `provider_grants_due` (`refresh_at`),
  KEY `provider_grants_user` (`user_id`),
  CONSTRAINT `provider_grants_user_id_fk` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `provider_logins` (
  `login_id` varchar(64) NOT NULL,
  `issuer_digest` binary(32) NOT NULL,
  `identity_digest` binary(32) NOT NULL,
  `session_digest` binary(32) DEFAULT NULL,
  `session` mediumtext DEFAULT NULL,
  `grant_id` varchar(64) DEFAULT NULL,
  PRIMARY KEY (`login_id`),
  KEY `provider_logins_identity` (`identity_digest`),
  KEY `provider_logins_session` (`session_digest`),
  KEY `provider_logins_grant` (`grant_id`),
  CONSTRAINT `provider_logins_login_id_fk` FOREIGN KEY (`login_id`) REFERENCES `logins` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `response_items` (
  `sequence` varchar(64) NOT NULL,
  `id` varchar(64) NOT NULL,
  `project_id` varchar(64) NOT NULL,
  `response_id` varchar(64) DEFAULT NULL,
  `conversation_id` varchar(64) DEFAULT NULL,
  `is_output` tinyint(1) NOT NULL,
  `body` mediumtext NOT NULL,
  `bytes` bigint NOT NULL,
  PRIMARY KEY (`sequence`),
  KEY `response_items_id` (`project_id`,`id`),
  KEY `response_items_size` (`project_id`,`bytes`),
  KEY `response_items_of_response` (`response_id`,`is_output`,`sequence`,`bytes`),
  KEY `response_items_of_conversation` (`conversation_id`,`sequence`,`bytes`),
  CONSTRAINT `response_items_conversation_id_fk` FOREIGN KEY (`conversation_id`) REFERENCES `conversations` (`id`) ON DELETE SET NULL,
  CONSTRAINT `response_items_project_id_fk` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE,
  CONSTRAINT `response_items_response_id_fk` FOREIGN KEY (`response_id`) REFERENCES `stored_responses` (`id`) ON DELETE SET NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `roles` (
  `id` varchar(64) NOT NULL,
  `organization_id` varchar(64) NOT NULL,
  `resource_id` varchar(64) NOT NULL,
  `name` varchar(255) NOT NULL,
  `description` mediumtext DEFAULT NULL,
  `permissions` mediumtext NOT NULL,
  `created_by` varchar(64) DEFAULT NULL,
  `created_at` bigint NOT NULL,
  `updated_at` bigint NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `roles_name` (`resource_id`,`name`),
  KEY `roles_organization` (`organization_id`),
  CONSTRAINT `roles_organization_id_fk` FOREIGN KEY (`organization_id`) REFERENCES `organizations` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `role_assignments` (
  `resource_id` varchar(64) NOT NULL,
  `principal_id` varchar(64) NOT NULL,
  `role_id` varchar(64) NOT NULL,
  `organization_id` varchar(64) NOT NULL,
  `created_by` varchar(64) DEFAULT NULL,
  `created_at` bigint NOT NULL,
  PRIMARY KEY (`resource_id`,`principal_id`,`role_id`),
  KEY `role_assignments_principal` (`principal_id`,`organization_id`),
  KEY `role_assignments_role` (`role_id`),
  KEY `role_assignments_organization` (`organization_id`),
  CONSTRAINT `role_assignments_organization_id_fk` FOREIGN KEY (`organization_id`) REFERENCES `organizations` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `secrets_key` (
  `id` varchar(32) NOT NULL,
  `proof` varchar(64) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `service_accounts` (
  `id` varchar(64) NOT NULL,
  `project_id` varchar(64) NOT NULL,
  `organization_id` varchar(64) NOT NULL,
  `name` varchar(255) NOT NULL,
  `role` varchar(32) NOT NULL,
  `created_by` varchar(64) NOT NULL,
  `created_at` bigint NOT NULL,
  PRIMARY KEY (`id`),
  KEY `service_accounts_project` (`project_id`,`id`),
  KEY `service_accounts_organization` (`organization_id`),
  KEY `service_accounts_maker` (`created_by`,`organization_id`),
  CONSTRAINT `service_accounts_created_by_fk` FOREIGN KEY (`created_by`) REFERENCES `users` (`id`),
  CONSTRAINT `service_accounts_organization_id_fk` FOREIGN KEY (`organization_id`) REFERENCES `organizations` (`id`) ON DELETE CASCADE,
  CONSTRAINT `service_accounts_project_id_fk` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `session_successors` (
  `digest` binary(32) NOT NULL,
  `login_id` varchar(64) NOT NULL,
  `sealed_tokens` mediumtext NOT NULL,
  `expires_at` bigint NOT NULL,
  PRIMARY KEY (`digest`),
  KEY `session_successors_login` (`login_id`),
  KEY `session_successors_expiry` (`expires_at`),
  CONSTRAINT `session_successors_login_id_fk` FOREIGN KEY (`login_id`) REFERENCES `logins` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `settings` (
  `path` varchar(255) NOT NULL,
  `value` mediumtext NOT NULL,
  `updated_at` bigint NOT NULL,
  `updated_by` varchar(64) NOT NULL,
  PRIMARY KEY (`path`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `setup_tokens` (
  `digest` binary(32) NOT NULL,
  `expires_at` bigint NOT NULL,
  PRIMARY KEY (`digest`),
  KEY `setup_tokens_expiry` (`expires_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `spend_alerts` (
  `id` varchar(64) NOT NULL,
  `organization_id` varchar(64) NOT NULL,
  `project_id` varchar(64) DEFAULT NULL,
  `watched_id` varchar(64) NOT NULL,
  `threshold_amount` bigint NOT NULL,
  `recipients` mediumtext NOT NULL,
  `subject_prefix` varchar(255) DEFAULT NULL,
  `notified_month` bigint NOT NULL,
  `created_at` bigint NOT NULL,
  PRIMARY KEY (`id`),
  KEY `spend_alerts_watched` (`watched_id`,`id`),
  KEY `spend_alerts_organization_id_fk` (`organization_id`),
  KEY `spend_alerts_project_id_fk` (`project_id`),
  CONSTRAINT `spend_alerts_organization_id_fk` FOREIGN KEY (`organization_id`) REFERENCES `organizations` (`id`) ON DELETE CASCADE,
  CONSTRAINT `spend_alerts_project_id_fk` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `spend_notices` (
  `project_id` varchar(64) NOT NULL,
  `month` bigint NOT NULL,
  `threshold` bigint NOT NULL,
  PRIMARY KEY (`project_id`,`month`,`threshold`),
  CONSTRAINT `spend_notices_project_id_fk` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `stored_responses` (
  `id` varchar(64) NOT NULL,
  `project_id` varchar(64) NOT NULL,
  `status` varchar(32) NOT NULL,
  `background` tinyint(1) NOT NULL,
  `body` mediumtext NOT NULL,
  `previous_id` varchar(64) DEFAULT NULL,
  `conversation_id` varchar(64) DEFAULT NULL,
  `request` mediumtext DEFAULT NULL,
  `progress` mediumtext DEFAULT NULL,
  `bytes` bigint NOT NULL,
  `expires_at` bigint NOT NULL,
  `created_at` bigint NOT NULL,
  PRIMARY KEY (`id`),
  KEY `stored_responses_size` (`project_id`,`bytes`),
  KEY `stored_responses_expiry` (`expires_at`),
  CONSTRAINT `stored_responses_project_id_fk` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `throttles` (
  `digest` binary(32) NOT NULL,
  `started_at` bigint NOT NULL,
  `expires_at` bigint NOT NULL,
  `count` bigint NOT NULL,
  PRIMARY KEY (`digest`),
  KEY `throttles_expiry` (`expires_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `uploads` (
  `id` varchar(64) NOT NULL,
  `project_id` varchar(64) NOT NULL,
  `filename` varchar(255) NOT NULL,
  `mime_type` varchar(255) NOT NULL,
  `purpose` varchar(32) NOT NULL,
  `bytes` bigint NOT NULL,
  `received_bytes` bigint NOT NULL,
  `expires_after_seconds` bigint DEFAULT NULL,
  `status` varchar(32) NOT NULL,
  `file_id` varchar(64) DEFAULT NULL,
  `expires_at` bigint NOT NULL,
  `created_at` bigint NOT NULL,
  `extra_bytes` bigint NOT NULL DEFAULT 0,
  `completing_until` bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (`id`),
  KEY `uploads_project` (`project_id`),
  KEY `uploads_expiry` (`status`,`expires_at`),
  CONSTRAINT `uploads_project_id_fk` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `upload_parts` (
  `id` varchar(64) NOT NULL,
  `upload_id` varchar(64) NOT NULL,
  `storage_key` varchar(64) NOT NULL,
  `bytes` bigint NOT NULL,
  `created_at` bigint NOT NULL,
  `sha256` binary(32) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `upload_parts_storage_key` (`storage_key`),
  KEY `upload_parts_upload` (`upload_id`),
  CONSTRAINT `upload_parts_upload_id_fk` FOREIGN KEY (`upload_id`) REFERENCES `uploads` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `usage_rollups` (
  `organization_id` varchar(64) NOT NULL,
  `width` varchar(32) NOT NULL,
  `starts_at` bigint NOT NULL,
  `project_id` varchar(64) NOT NULL,
  `caller_id` varchar(64) NOT NULL,
  `kind` varchar(32) NOT NULL,
  `model` varchar(255) NOT NULL,
  `requests` bigint NOT NULL,
  `failed` bigint NOT NULL,
  `input_tokens` bigint NOT NULL,
  `output_tokens` bigint NOT NULL,
  `bytes` bigint NOT NULL,
  `cost` bigint NOT NULL DEFAULT 0,
  `cached_tokens` bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (`organization_id`,`width`,`starts_at`,`project_id`,`caller_id`,`kind`,`model`),
  KEY `usage_rollups_age` (`width`,`starts_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `usage_writers` (
  `id` varchar(64) NOT NULL,
  `last_write` bigint NOT NULL,
  `written_at` bigint NOT NULL,
  PRIMARY KEY (`id`),
  KEY `usage_writers_written` (`written_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `users` (
  `id` varchar(64) NOT NULL,
  `email` varchar(255) NOT NULL,
  `email_key` varchar(255) NOT NULL,
  `name` varchar(255) DEFAULT NULL,
  `password_hash` varchar(255) DEFAULT NULL,
  `is_admin` tinyint(1) NOT NULL,
  `disabled` tinyint(1) NOT NULL,
  `default_organization_id` varchar(64) DEFAULT NULL,
  `created_at` bigint NOT NULL,
  `email_verified` tinyint(1) NOT NULL DEFAULT 0,
  `search_text` varbinary(2200) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `users_email` (`email_key`),
  KEY `users_search` (`id` DESC,`search_text`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `user_groups` (
  `id` varchar(64) NOT NULL,
  `organization_id` varchar(64) NOT NULL,
  `name` varchar(255) NOT NULL,
  `created_at` bigint NOT NULL,
  `external_id` varchar(255) DEFAULT NULL,
  `of_directory` tinyint(1) NOT NULL DEFAULT 0,
  PRIMARY KEY (`id`),
  UNIQUE KEY `user_groups_name` (`organization_id`,`name`),
  CONSTRAINT `user_groups_organization_id_fk` FOREIGN KEY (`organization_id`) REFERENCES `organizations` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `vector_stores` (
  `id` varchar(64) NOT NULL,
  `project_id` varchar(64) NOT NULL,
  `name` varchar(255) NOT NULL,
  `name_digest` binary(32) DEFAULT NULL,
  `metadata` mediumtext NOT NULL,
  `chunking_type` varchar(32) NOT NULL,
  `max_chunk_size_tokens` bigint NOT NULL,
  `chunk_overlap_tokens` bigint NOT NULL,
  `image_processing_mode` varchar(32) NOT NULL,
  `expires_after_days` bigint NOT NULL,
  `last_active_at` bigint NOT NULL,
  `expires_at` bigint NOT NULL,
  `bytes` bigint NOT NULL,
  `created_at` bigint NOT NULL,
  `embedding_model` varchar(255) NOT NULL DEFAULT 'svc-embedding-384',
  `embedding_dimensions` bigint NOT NULL DEFAULT 384,
  `files_in_progress` bigint NOT NULL DEFAULT 0,
  `files_completed` bigint NOT NULL DEFAULT 0,
  `files_failed` bigint NOT NULL DEFAULT 0,
  `files_cancelled` bigint NOT NULL DEFAULT 0,
  `emptied_at` bigint DEFAULT NULL,
  `search_text` varbinary(2200) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `vector_stores_name` (`name_digest`,`project_id`),
  KEY `vector_stores_expiry` (`emptied_at`,`expires_at`),
  KEY `vector_stores_search` (`project_id`,`id` DESC,`search_text`),
  CONSTRAINT `vector_stores_project_id_fk` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `vector_store_files` (
  `attachment_id` varchar(64) NOT NULL,
  `file_id` varchar(64) NOT NULL,
  `vector_store_id` varchar(64) NOT NULL,
  `current_in` varchar(64) DEFAULT NULL,
  `batch_id` varchar(64) DEFAULT NULL,
  `status` varchar(32) NOT NULL,
  `last_error_code` varchar(32) DEFAULT NULL,
  `last_error_message` mediumtext DEFAULT NULL,
  `attributes` mediumtext NOT NULL,
  `max_chunk_size_tokens` bigint NOT NULL,
  `chunk_overlap_tokens` bigint NOT NULL,
  `bytes` bigint NOT NULL,
  `created_at` bigint NOT NULL,
  `reader_version` bigint DEFAULT NULL,
  `chunker_version` bigint DEFAULT NULL,
  `reread_status` varchar(32) DEFAULT NULL,
  `reread_error` mediumtext DEFAULT NULL,
  `search_text` varbinary(2200) DEFAULT NULL,
  PRIMARY KEY (`attachment_id`),
  UNIQUE KEY `vector_store_files_current` (`current_in`,`file_id`),
  KEY `vector_store_files_status_page` (`current_in`,`status`,`file_id`),
  KEY `vector_store_files_batch_page` (`batch_id`,`file_id`),
  KEY `vector_store_files_batch_status_page` (`batch_id`,`status`,`file_id`),
  KEY `vector_store_files_file` (`file_id`),
  KEY `vector_store_files_store` (`vector_store_id`,`status`),
  KEY `vector_store_files_search` (`current_in`,`file_id` DESC,`search_text`,`status`),
  CONSTRAINT `vector_store_files_batch_id_fk` FOREIGN KEY (`batch_id`) REFERENCES `file_batches` (`id`) ON DELETE CASCADE,
  CONSTRAINT `vector_store_files_file_id_fk` FOREIGN KEY (`file_id`) REFERENCES `files` (`id`) ON DELETE CASCADE,
  CONSTRAINT `vector_store_files_vector_store_id_fk` FOREIGN KEY (`vector_store_id`) REFERENCES `vector_stores` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `webhook_attempts` (
  `id` varchar(64) NOT NULL,
  `delivery_id` varchar(64) NOT NULL,
  `number` bigint NOT NULL,
  `webhook_id` varchar(64) NOT NULL,
  `url` mediumtext NOT NULL,
  `status` varchar(32) NOT NULL,
  `error` varchar(32) DEFAULT NULL,
  `started_at` bigint NOT NULL,
  `duration_ms` bigint DEFAULT NULL,
  `response_status` bigint DEFAULT NULL,
  `response_body` mediumtext DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `webhook_attempts_delivery` (`delivery_id`,`number`),
  CONSTRAINT `webhook_attempts_delivery_id_fk` FOREIGN KEY (`delivery_id`) REFERENCES `webhook_deliveries` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `webhook_deliveries` (
  `id` varchar(64) NOT NULL,
  `event_id` varchar(64) NOT NULL,
  `project_id` varchar(64) NOT NULL,
  `event_type` varchar(255) NOT NULL,
  `origin` varchar(32) NOT NULL,
  `status` varchar(32) NOT NULL,
  `attempt_count` bigint NOT NULL,
  `next_attempt_at` bigint DEFAULT NULL,
  `ended_at` bigint DEFAULT NULL,
  `last_error` varchar(32) DEFAULT NULL,
  `last_response_status` bigint DEFAULT NULL,
  `created_at` bigint NOT NULL,
  `search_text` varbinary(2200) DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `webhook_deliveries_status_page` (`project_id`,`status`,`id`),
  KEY `webhook_deliveries_event` (`event_id`),
  KEY `webhook_deliveries_search` (`project_id`,`id` DESC,`search_text`,`status`),
  CONSTRAINT `webhook_deliveries_event_id_fk` FOREIGN KEY (`event_id`) REFERENCES `webhook_events` (`id`) ON DELETE CASCADE,
  CONSTRAINT `webhook_deliveries_project_id_fk` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `webhook_endpoints` (
  `project_id` varchar(64) NOT NULL,
  `consecutive_failures` bigint NOT NULL,
  `first_failure_at` bigint NOT NULL,
  `next_probe_at` bigint NOT NULL,
  `probe_until` bigint NOT NULL,
  PRIMARY KEY (`project_id`),
  CONSTRAINT `webhook_endpoints_project_id_fk` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `webhook_events` (
  `id` varchar(64) NOT NULL,
  `project_id` varchar(64) NOT NULL,
  `type` varchar(255) NOT NULL,
  `subject_id` varchar(64) DEFAULT NULL,
  `body` mediumtext NOT NULL,
  `created_at` bigint NOT NULL,
  `position` bigint DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `webhook_events_subject` (`subject_id`),
  KEY `webhook_events_position` (`project_id`,`position`,`id`),
  CONSTRAINT `webhook_events_project_id_fk` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `webhook_positions` (
  `project_id` varchar(64) NOT NULL,
  `last` bigint NOT NULL,
  PRIMARY KEY (`project_id`),
  CONSTRAINT `webhook_positions_project_id_fk` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `write_probes` (
  `id` varchar(64) NOT NULL,
  `written_at` bigint NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

-- Substring search (pg_trgm) inside a tenant (btree_gin puts tenant_id into the same index).
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
-- The role that tenant transactions run as. Roles belong to the cluster: another database may have made it already.
DO $$
BEGIN
  CREATE ROLE castellan_tenant NOLOGIN;
EXCEPTION
  WHEN duplicate_object THEN NULL;
  WHEN unique_violation THEN NULL;
END
$$;--> statement-breakpoint
DO $$
BEGIN
  IF NOT pg_has_role(current_user, 'castellan_tenant', 'MEMBER') THEN
    GRANT castellan_tenant TO CURRENT_USER;
  END IF;
END
$$;

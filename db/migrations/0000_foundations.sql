-- Substring search (pg_trgm) inside a tenant (btree_gin puts tenant_id into the same index).
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
-- The role that tenant transactions run as. Roles belong to the cluster: another database may have made it already.
DO $$
BEGIN
  -- Asked first: without the right to create roles, CREATE ROLE is refused even where the role is there.
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'castellan_tenant') THEN
    CREATE ROLE castellan_tenant NOLOGIN;
  END IF;
EXCEPTION
  WHEN duplicate_object THEN NULL;
  WHEN unique_violation THEN NULL;
END
$$;--> statement-breakpoint
DO $$
BEGIN
  -- From PostgreSQL 16 on whoever creates a role is its member without being allowed to act as it.
  IF NOT pg_has_role(
    current_user,
    'castellan_tenant',
    CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END
  ) THEN
    GRANT castellan_tenant TO CURRENT_USER;
  END IF;
END
$$;

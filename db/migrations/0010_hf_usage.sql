CREATE TABLE "scim_token_usage" (
	"tenant_id" bigint NOT NULL,
	"token_id" bigint NOT NULL,
	"day" date NOT NULL,
	"requests" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"limited" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "scim_token_usage_tenant_id_token_id_day_pk" PRIMARY KEY("tenant_id","token_id","day")
);
--> statement-breakpoint
ALTER TABLE "scim_token_usage" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "platform_credential_usage" (
	"credential_id" bigint NOT NULL,
	"day" date NOT NULL,
	"requests" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"limited" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "platform_credential_usage_credential_id_day_pk" PRIMARY KEY("credential_id","day")
);
--> statement-breakpoint
ALTER TABLE "scim_token_usage" ADD CONSTRAINT "scim_token_usage_tenant_id_token_id_scim_tokens_tenant_id_id_fk" FOREIGN KEY ("tenant_id","token_id") REFERENCES "public"."scim_tokens"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_credential_usage" ADD CONSTRAINT "platform_credential_usage_credential_id_platform_credentials_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."platform_credentials"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "tenant_isolation" ON "scim_token_usage" AS PERMISSIVE FOR ALL TO "castellan_tenant" USING (tenant_id = nullif(current_setting('castellan.tenant_id', true), '')::bigint) WITH CHECK (tenant_id = nullif(current_setting('castellan.tenant_id', true), '')::bigint);
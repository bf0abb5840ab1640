CREATE TABLE "credential_usage" (
	"tenant_id" bigint NOT NULL,
	"credential_id" bigint NOT NULL,
	"day" date NOT NULL,
	"requests" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"limited" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "credential_usage_tenant_id_credential_id_day_pk" PRIMARY KEY("tenant_id","credential_id","day")
);
--> statement-breakpoint
ALTER TABLE "credential_usage" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "credential_usage" ADD CONSTRAINT "credential_usage_tenant_id_credential_id_credentials_tenant_id_id_fk" FOREIGN KEY ("tenant_id","credential_id") REFERENCES "public"."credentials"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "tenant_isolation" ON "credential_usage" AS PERMISSIVE FOR ALL TO "castellan_tenant" USING (tenant_id = nullif(current_setting('castellan.tenant_id', true), '')::bigint) WITH CHECK (tenant_id = nullif(current_setting('castellan.tenant_id', true), '')::bigint);
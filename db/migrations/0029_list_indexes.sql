DROP INDEX "sessions_trusted";--> statement-breakpoint
CREATE INDEX "access_rules_expiry" ON "access_rules" USING btree ("tenant_id","expires_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_status" ON "webhook_deliveries" USING btree ("tenant_id","webhook_id","status","id");--> statement-breakpoint
CREATE INDEX "sessions_trusted" ON "sessions" USING btree ("tenant_id","expires_at") WHERE "sessions"."is_trusted" and "sessions"."revoked_at" is null;
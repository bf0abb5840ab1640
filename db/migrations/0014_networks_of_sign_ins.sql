-- Attempts are counted by network: an IPv4 address or an IPv6 /64. Older rows have none; detectors look back ten minutes.
DROP INDEX "sign_ins_ip";--> statement-breakpoint
ALTER TABLE "sign_ins" ADD COLUMN "network" text COLLATE "C";--> statement-breakpoint
CREATE INDEX "sign_ins_network" ON "sign_ins" USING btree ("tenant_id","network","at");
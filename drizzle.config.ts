import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: ["./db/tenant/*.ts", "./db/platform/*.ts"],
  out: "./db/migrations",
  // The role is made by the first migration by hand: it belongs to the cluster, not to one database.
  entities: { roles: false },
});

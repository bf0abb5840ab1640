import { getMigrationStatus } from "@/server/domain/storage/storage";
import { GET, group } from "../endpoint";

export const migrationEndpoints = group("Migration status", "/api/v1", [
  GET("/migration-status", getMigrationStatus),
]);

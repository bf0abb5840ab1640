import { group } from "../endpoint";

export const migrationEndpoints = group("Migration status", "/api/v1", {});

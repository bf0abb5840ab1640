import { group } from "../endpoint";

export const roleSyncEndpoints = group("Role sync sources", "/api/v1", {});

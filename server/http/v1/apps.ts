import { group } from "../endpoint";

export const appEndpoints = group("Apps", "/api/v1", {});

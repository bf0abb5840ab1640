import { group } from "../endpoint";

export const policyEndpoints = group("Session, token and act-as settings", "/api/v1", {});

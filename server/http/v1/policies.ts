import {
  getSessionPolicy,
  getTokenPolicy,
  updateSessionPolicy,
  updateTokenPolicy,
} from "@/server/domain/policies/policies";
import { getActAsSettings, updateActAsSettings } from "@/server/domain/act-as/settings";
import { GET, group, PATCH } from "../endpoint";

export const policyEndpoints = group("Session, token and act-as settings", "/api/v1", [
  GET("/session-policy", getSessionPolicy),
  PATCH("/session-policy", updateSessionPolicy),
  GET("/token-policy", getTokenPolicy),
  PATCH("/token-policy", updateTokenPolicy),
  GET("/act-as-settings", getActAsSettings),
  PATCH("/act-as-settings", updateActAsSettings),
]);

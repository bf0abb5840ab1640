import {
  getSessionPolicy,
  getTokenPolicy,
  updateSessionPolicy,
  updateTokenPolicy,
} from "@/server/domain/policies/policies";
import { getActAsSettings, updateActAsSettings } from "@/server/domain/act-as/settings";
import { GET, group, PATCH } from "../endpoint";

export const policyEndpoints = group("Session, token and act-as settings", "/api/v1", {
  getSessionPolicy: GET("/session-policy", getSessionPolicy),
  updateSessionPolicy: PATCH("/session-policy", updateSessionPolicy),
  getTokenPolicy: GET("/token-policy", getTokenPolicy),
  updateTokenPolicy: PATCH("/token-policy", updateTokenPolicy),
  getActAsSettings: GET("/act-as-settings", getActAsSettings),
  updateActAsSettings: PATCH("/act-as-settings", updateActAsSettings),
});

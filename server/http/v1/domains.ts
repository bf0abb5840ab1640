import { getCustomDomain, setCustomDomain, verifyCustomDomain } from "@/server/domain/domains/domains";
import { GET, group, POST } from "../endpoint";

export const domainEndpoints = group("Custom domain", "/api/v1", {
  getCustomDomain: GET("/domains", getCustomDomain),
  setCustomDomain: POST("/domains", setCustomDomain, { status: 201 }),
  verifyCustomDomain: POST("/domains/verify", verifyCustomDomain),
});

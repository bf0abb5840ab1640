import { getCustomDomain, setCustomDomain, verifyCustomDomain } from "@/server/domain/domains/domains";
import { GET, group, POST } from "../endpoint";

export const domainEndpoints = group("Custom domain", "/api/v1", [
  GET("/domains", getCustomDomain),
  POST("/domains", setCustomDomain, { status: 201 }),
  POST("/domains/verify", verifyCustomDomain),
]);

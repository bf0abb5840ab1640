import { routeHandlers } from "@/server/next-mount";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routeHandlers;

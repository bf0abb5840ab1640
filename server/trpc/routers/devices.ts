import {
  approveDevice,
  deleteDevice,
  denyDevice,
  listAllDevices,
  listDevices,
  listPendingDevices,
} from "@/server/domain/devices/devices";
import { read, router, write } from "../init";

export const devicesRouter = router({
  page: read(listAllDevices),
  ofUser: read(listDevices),
  pending: read(listPendingDevices),
  approve: write(approveDevice),
  deny: write(denyDevice),
  remove: write(deleteDevice),
});

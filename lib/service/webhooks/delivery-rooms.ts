const most = 32;
const least = 2;

/**
 * How many deliveries each organization may have under way in this worker: many while its receivers answer, few
 * once they time out, so that a dead endpoint holds up neither the worker nor other organizations.
 */
export interface DeliveryLimits {
  /** Places of an organization that is not in `left`. */
  most: number;
  /** Places left, of the organizations that differ from `most`. */
  left(): Map<string, number>;
  enter(organizationId: string): void;
  /** @param answered whether the receiver answered in time, whatever it said */
  leave(organizationId: string, answered: boolean): void;
}

interface Room {
  size: number;
  taken: number;
}

export function createDeliveryLimits(): DeliveryLimits {
  const rooms = new Map<string, Room>();
  const roomOf = (organizationId: string): Room => {
    const room = rooms.get(organizationId) ?? { size: most, taken: 0 };
    rooms.set(organizationId, room);
    return room;
  };
  return {
    most,
    left: () => new Map([...rooms].map(([id, { size, taken }]) => [id, size - taken])),
    enter(organizationId) {
      roomOf(organizationId).taken += 1;
    },
    leave(organizationId, answered) {
      const room = roomOf(organizationId);
      room.taken -= 1;
      room.size = answered ? Math.min(most, room.size * 2) : Math.max(least, room.size >> 1);
      if (room.taken === 0 && room.size === most) rooms.delete(organizationId);
    },
  };
}

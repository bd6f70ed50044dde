"""The records between chip and host: one file for both ends."""

# flags, now, horizon, input levels, pins that something outside drives, the supply's ADC counts,
# the I2C address that answers (0: none)
GRANT = "<BqqIIHB"
GRANT_BYTES = 28
YIELD = "<HBBqq"  # bytes of records, reason, flags, now, wake
YIELD_BYTES = 20
RECORD = "<qBBi"  # time, kind, pin, value
RECORD_BYTES = 14

G_INPUT = 1  # bytes were put on stdin
G_BLOCK = 2  # a sweep follows
G_BREAK = 4  # a byte 0x03 came: KeyboardInterrupt
G_STALLED = 8  # the host does not take output
F_ON_BYTE = 1  # a byte ends this sleep
F_USED = 2  # the sweep was used

# What pins were told.
PIN_MODE = 1  # value: 0 in, 1 out
PIN_OUT = 2  # value: level
PWM_INIT = 3
PWM_FREQ = 4  # value: Hz
PWM_DUTY_NS = 5  # value: ns
PWM_DUTY_U16 = 6  # value: 0..65535
PWM_DEINIT = 7
WDT_FEED = 8  # value: ms until it bites (real time only; in lockstep the chip counts itself)

PWM_CLEAR = 9  # pin: the slice whose two compare registers were set to 0
PINS_RELEASE = 10  # every pin that was driven became an input
I2C_START = 11  # pin: address
I2C_BYTE = 12  # value: one byte
I2C_STOP = 13
LAMP_WORD = 14  # value: 24 bits for one lamp, in the order of the line
LAMP_END = 15

# Why the chip hands over.
Y_SLEEP = 0  # sleeps until a time, or a byte where it says so
Y_BUSY = 1  # still working, its time reached the horizon
Y_FIELD = 2  # needs a fresh sweep of the hall field
Y_FLUSH = 3  # has written output
Y_RESET = 4  # machine.reset()
Y_WDT = 5  # the watchdog bit
Y_SOFT = 6  # machine.soft_reset(), or main.py left by SystemExit
Y_ENDED = 7  # main.py returned or raised: only interrupts and the watchdog go on
Y_NOTES = 8  # real time: records only, nothing is awaited

FOREVER = 1 << 60

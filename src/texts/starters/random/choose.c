    (void)state;
    snprintf(move, size, "\"RANDOM\"");

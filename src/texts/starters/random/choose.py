    return "RANDOM"

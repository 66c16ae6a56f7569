/* epoll(7), which Swift's Glibc module leaves out. Declares nothing of its own; empty elsewhere. */
#pragma once
#ifdef __linux__
#include <sys/epoll.h>
#endif
